import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

import { temporaryFolder } from './scripts/lib/temporary-folder.ts';
import LongestFirst from './tests/support/longest-first.ts';

// Workers share compiled packages.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/node');
// Tests know the hosts of a fixture, not those of an operator.
process.env.HOSTS_CONFIG = resolve('tests/fixture/site.config.ts');
process.env.TMPDIR ??= temporaryFolder();

const units = '{src,scripts}/**/*.test.ts';
/** Unit tests that replace modules. */
const replacing = ['src/generator/pages/translation-keys.test.ts', 'src/page-scripts/moderation/request.test.ts'];

const files = globSync('tests/**/*.test.ts', { exclude: ['tests/{bench,faults}/**'] });
/** Folders of tests that need more than Node and Chromium, or many pages of a browser. */
const isDemanding = (file: string): boolean => /\/(?:browser|browsers|postgresql|programs)\//.test(file);
const isOfService = (file: string): boolean =>
  /^tests\/(?:accounts|browsers|calls|chat|cost|database|moderation|operate)\//.test(file);
const pages = files.filter((file) => /^tests\/(?:model|site\/pages)\//.test(file) && !isDemanding(file));
const journeys = files.filter((file) => file.startsWith('tests/journeys/'));
const service = files.filter((file) => isOfService(file) && !isDemanding(file));
/** Suites of the service that run on each database. */
const onDatabases = service.filter((file) => readFileSync(file, 'utf8').includes('each(databases)'));

/** Tests wait for signs, not for a time. A machine that does other work, too, needs patience. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };
const built = {
  ...patient,
  globalSetup: 'tests/support/build-site-once.ts',
  provide: { databases: ['PGlite' as const] },
};
/** A worker loads the service once for all its files: each test starts a service of its own on a new database. */
const served = { ...built, isolate: false };

/** `npm test` runs the first five, `npm run test:rest` the others. */
const projects: NonNullable<TestProjectInlineConfiguration['test']>[] = [
  { ...patient, name: 'units', include: [units], exclude: replacing, isolate: false },
  { ...patient, name: 'units-alone', include: replacing },
  { ...built, name: 'pages', include: pages },
  { ...served, name: 'service', include: service },
  { ...built, name: 'journeys', include: journeys },
  { ...served, name: 'rest-postgresql', include: onDatabases, provide: { databases: ['PostgreSQL'] } },
  {
    ...served,
    name: 'rest-service',
    include: files.filter((file) => isOfService(file) && isDemanding(file)),
    provide: { databases: ['PGlite', 'PostgreSQL'] },
  },
  {
    ...built,
    name: 'rest-site',
    include: files.filter((file) => ![...pages, ...journeys].includes(file) && !isOfService(file)),
  },
];

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/no-skips.ts'],
    // Tests of the service wait more than they work.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    projects: projects.map((test) => ({ test })),
  },
});

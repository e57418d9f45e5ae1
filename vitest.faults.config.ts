import { globSync } from 'node:fs';
import { resolve } from 'node:path';

import { defineConfig } from 'vitest/config';

import { temporaryFolder } from './scripts/lib/temporary-folder.ts';
import LongestFirst from './tests/support/longest-first.ts';

// Workers share compiled packages.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/node');
// Tests know the hosts of a fixture, not those of an operator.
process.env.HOSTS_CONFIG = resolve('tests/fixture/site.config.ts');
process.env.TMPDIR ??= temporaryFolder();

const files = globSync('tests/faults/**/*.test.ts');
/** Tests that wait for a process to end or start again, a disk or a build. */
const waiting =
  /\/(?:kills\/.*|backup|clean-install|data-dir|drain|full-disk|grown-site|mail-trouble|offline|production|random-changes|random-sites)\.test\.ts$/;
/** Tests that measure times, or load the service as much as they can. */
const loading = /\/(?:crowds|enumeration-times|packet-floods|slow-readers)\.test\.ts$/;

const shared = {
  globalSetup: ['tests/support/build-site-once.ts', 'tests/support/fill-compile-cache.ts'],
  provide: { databases: ['PGlite' as const, 'PostgreSQL' as const] },
  expect: { poll: { timeout: 60_000 } },
  // Limits for what hangs. A test that starts a process for each of many steps takes minutes on a busy machine.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  // A worker loads the service once for all its files.
  isolate: false,
};

/** Tests of faults, such as killed processes and full disks; they take too long for `npm test`. */
export default defineConfig({
  test: {
    reporters: ['default', './tests/support/no-skips.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { name: 'loading', include: files.filter((file) => loading.test(file)), maxWorkers: 2 },
      // Chats and calls under faults need a processor in time.
      {
        name: 'talking',
        include: files.filter((file) => ![waiting, loading].some((group) => group.test(file))),
        maxWorkers: 4,
      },
      { name: 'waiting', include: files.filter((file) => waiting.test(file)), maxWorkers: 6 },
    ].map((group, groupOrder) => ({ test: { ...shared, ...group, sequence: { groupOrder } } })),
  },
});

import { resolve } from 'node:path';

import { defineConfig } from 'vitest/config';

import { temporaryFolder } from './scripts/lib/temporary-folder.ts';
import LongestFirst from './tests/support/longest-first.ts';

// Workers share compiled packages.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/node');
process.env.TMPDIR ??= temporaryFolder();

const service = 'tests/{accounts,browsers,calls,chat,database,moderation,operate}/**/*.test.ts';
const units = '{src,scripts}/**/*.test.ts';
/** Unit tests that change a module or a variable for good. */
const changing = [
  'scripts/lib/{options/set-date,show-progress}.test.ts',
  'src/build/texts/inspect-texts.test.ts',
  'src/build/pages/translation-keys.test.ts',
  'src/page-scripts/moderation/request.test.ts',
  'src/telemetry/settings.test.ts',
];

/** Tests wait for signs, not for a time. A machine that does other work, too, needs patience. */
const shared = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/no-skips.ts'],
    globalSetup: 'tests/support/build-site-once.ts',
    // Tests of the service wait more than they work.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'site',
          include: ['tests/**/*.test.ts', ...changing],
          exclude: [service, 'tests/{bench,faults}/**'],
        },
      },
      // A worker loads packages once for all files.
      { test: { ...shared, name: 'units', include: [units], exclude: changing, isolate: false } },
      // A worker loads the service once for all its files: each test starts a service of its own on a new database.
      { test: { ...shared, name: 'service', include: [service], isolate: false } },
    ],
  },
});

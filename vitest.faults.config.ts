import { resolve } from 'node:path';

import { defineConfig } from 'vitest/config';

import { temporaryFolder } from './scripts/lib/temporary-folder.ts';
import LongestFirst from './tests/support/longest-first.ts';

// Workers share compiled packages.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/node');
// Tests know the hosts of a fixture, not those of an operator.
process.env.HOSTS_CONFIG = resolve('tests/fixture/site.config.ts');
process.env.TMPDIR ??= temporaryFolder();

/** Tests of faults, such as killed processes and full disks; they take too long for `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.test.ts'],
    globalSetup: ['tests/support/build-site-once.ts', 'tests/support/fill-compile-cache.ts'],
    reporters: ['default', './tests/support/no-skips.ts'],
    expect: { poll: { timeout: 60_000 } },
    provide: { databases: ['PGlite', 'PostgreSQL'] },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A worker loads the service once for all its files.
    isolate: false,
    // Chats and calls under faults need a processor in time.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});

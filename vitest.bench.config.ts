import { resolve } from 'node:path';

import { defineConfig } from 'vitest/config';

// Tests know the hosts of a fixture, not those of an operator.
process.env.HOSTS_CONFIG = resolve('tests/fixture/site.config.ts');

/** Benchmarks in real browsers, for scripts/bench/calls/calls.ts. They test nothing. */
export default defineConfig({
  test: {
    include: ['tests/bench/**/*.test.ts'],
    globalSetup: 'tests/support/build-site-once.ts',
    testTimeout: 900_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});

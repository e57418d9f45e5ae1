import { defineConfig } from 'vitest/config';

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

import { defineConfig } from 'vitest/config';

/** Benchmarks in real browsers. They write pages in docs/ and test nothing. */
export default defineConfig({
  test: {
    include: ['tests/bench/**/*.test.ts'],
    globalSetup: 'tests/support/build-site.ts',
    testTimeout: 900_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});

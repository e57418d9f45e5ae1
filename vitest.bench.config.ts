import { defineConfig } from 'vitest/config';

/** Figures that only real browsers have. They write pages in docs/, and say nothing about right and wrong. */
export default defineConfig({
  test: {
    include: ['tests/bench/**/*.test.ts'],
    globalSetup: 'tests/support/build-site.ts',
    testTimeout: 900_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});

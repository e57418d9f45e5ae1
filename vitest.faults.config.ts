import { defineConfig } from 'vitest/config';

/** What goes wrong on real machines: it takes longer than `npm test` should. */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.test.ts'],
    globalSetup: 'tests/support/build-site.ts',
    reporters: ['default', './tests/support/no-skips.ts'],
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
  },
});

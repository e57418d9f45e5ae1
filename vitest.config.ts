import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,scripts,tests}/**/*.test.ts'],
    exclude: ['tests/faults/**', 'tests/bench/**'],
    reporters: ['default', './tests/support/no-skips.ts'],
    globalSetup: 'tests/support/build-site.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    // Tests of the service wait more than they work.
    maxWorkers: 4,
  },
});

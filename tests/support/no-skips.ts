import type { Reporter, TestModule } from 'vitest/node';

/** With `CI=true` a skipped test fails the run. */
export default class NoSkips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.env.CI !== 'true') return;
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    for (const test of skipped) console.error(`Skipped, which CI does not allow: ${test.fullName}`);
    if (skipped.length) process.exitCode = 1;
  }
}

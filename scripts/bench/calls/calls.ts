/** `npm run bench:calls [-- --runs 10]`: measures calls between two browsers, into docs/benchmark-calls.md. */
import '../../lib/terminal/report-user-errors.ts';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { startVitest } from 'vitest/node';

import { UserError } from '../../../src/shared/user-error.ts';
import { findChromium } from '../../lib/programs/chromium.ts';
import { findOnPath } from '../../lib/programs/find-on-path.ts';
import { callsPage, callsTable } from './calls-report.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } });
if (!/^[1-9]\d*$/.test(values.runs)) throw new UserError(`--runs is "${values.runs}". Write a whole number from 1 on.`);
if (!findChromium() || !findOnPath('turnserver'))
  throw new UserError('Chromium or coturn is missing. Install it with: npm run setup:all');

const vitest = await startVitest([], {
  config: 'vitest.bench.config.ts',
  watch: false,
  env: { RUNS: values.runs },
});
const tests = vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests()]);
const hasPassed = tests.length > 0 && tests.every((test) => test.ok());
await vitest.close();
if (hasPassed) {
  const figures = tests.flatMap((test) => test.meta().figures ?? []);
  writeFileSync('docs/benchmark-calls.md', callsPage(figures, availableParallelism()));
  console.log(`\n${callsTable(figures)}\n\nThe same is in docs/benchmark-calls.md.`);
}
process.exit(hasPassed ? 0 : 1);

/**
 * `npm run bench:gate [-- --record "<reason>"]`: compares what builds take with their record, in the time of a reference program that runs
 * beside them, so that a slow or busy machine changes nothing. Fails where a build has become slower or larger.
 */
import '../../lib/terminal/report-user-errors.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { UserError } from '../../../src/shared/user-error.ts';
import { median } from '../../lib/median.ts';
import { temporaryFolder } from '../../lib/temporary-folder.ts';
import { showProgress } from '../../lib/terminal/show-progress.ts';
import { forgetBuilds, gateBuilds, makeSite } from '../build/build-scenarios.ts';
import { measureBuild, measureProgram } from '../build/measure-build.ts';
import { formatNumber } from '../lib/numbers.ts';
import { findRegressions, type Limits, measuredIn, type Round } from './compare.ts';

const RECORD = 'scripts/bench/gate/baseline.json';
const HOSTS = 64;
const ROUNDS = 3;

interface RecordFile {
  /** Why the figures were recorded, the latest last. */
  reasons: string[];
  limits: Limits;
}

const { values } = parseArgs({ options: { record: { type: 'string' } } });
if (values.record?.trim() === '')
  throw new UserError('--record is empty. Write why builds may take more, or take less, in quotes after it.');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const onStep = showProgress();
// A disk takes longer for the same files the more it has written.
const site = makeSite({ hosts: HOSTS, articles: 'own' }, temporaryFolder());
const record = JSON.parse(readFileSync(RECORD, 'utf8')) as RecordFile;
const rounds: Round[] = [];
let regressions: string[] = [];
do {
  for (let round = 1; round <= ROUNDS; round += 1) rounds.push(await measureRound());
  regressions = findRegressions(measuredIn(rounds), record.limits, referenceSeconds());
  // A busy moment passes: what is above has to be so in twice as many rounds.
} while (!values.record && regressions.length && rounds.length < 2 * ROUNDS);

const measured = measuredIn(rounds);
console.log(`${HOSTS} hosts; the reference program takes ${formatNumber(referenceSeconds(), 2)} processor seconds`);
console.table(
  Object.fromEntries(
    Object.entries(measured).map(([name, { ratio, megabytes }]) => [
      name,
      {
        'times the reference': ratio,
        recorded: record.limits[name]?.ratio,
        MB: megabytes,
        'recorded MB': record.limits[name]?.megabytes,
      },
    ]),
  ),
);
if (values.record) {
  const reasons = [...record.reasons, values.record];
  writeFileSync(RECORD, `${JSON.stringify({ reasons, limits: measured }, null, 2)}\n`);
  console.log(`Recorded in ${RECORD}`);
} else if (regressions.length)
  throw new UserError(
    [
      ...regressions,
      'Find the cause with a profile (CONTRIBUTING.md, “Speed”). Where a build has to take more, say why:',
      'npm run bench:gate -- --record "<reason>"',
    ].join('\n'),
  );

function referenceSeconds(): number {
  return median(rounds.map(({ reference }) => reference.cpuSeconds));
}

async function measureRound(): Promise<Round> {
  const { dir, settings } = site;
  const round = rounds.length + 1;
  const step = (name: string): void => onStep(`${name}, round ${round}`);
  const measure = (program: string): ReturnType<typeof measureProgram> => {
    step(program);
    return measureProgram(dir, [program], settings);
  };
  const programs: Round['programs'] = {};
  const reference = await measure('scripts/bench/gate/reference-program.ts');
  forgetBuilds(site);
  programs['content:check'] = await measure('scripts/content-check.ts');
  for (const build of gateBuilds) {
    step(build.name);
    await build.prepare(site, round);
    programs[build.name] = await measureBuild(dir, build.flags, settings);
  }
  return { reference, programs };
}

/** `npm run bench:chat [-- --rounds 3 --seconds 15]`: measures the delay of chat messages, into docs/benchmark-chat.md. */
import '../../lib/terminal/report-user-errors.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { UserError } from '../../../src/shared/user-error.ts';
import { findPostgres, startPostgres } from '../../lib/programs/start-postgres.ts';
import { edition } from '../lib/measured-edition.ts';
import { formatNumber } from '../lib/numbers.ts';
import { makeTalkers, roomAt } from '../lib/signed-in-users.ts';
import { chatPage, type JoinRuns, joinTable, type ChatFigure, figuresTable } from './chat-report.ts';
import { type Contender, type Measurement, run, runCrowd } from './measure-chat.ts';

/** Messages in each room per second: each member of a room of ten sends one per second, each of 500 one every 50 s. */
const RATE = 10;

/** People who join a room at once. */
const CROWD = 600;

/** Rising rates for rooms of 100. */
const RATES = [20, 40, 60, 80, 100];
const BROKEN_MS = 1000;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '15' } },
});
const rounds = readNumber('rounds');
const seconds = readNumber('seconds');
const bin = findPostgres();
if (!bin) throw new UserError('PostgreSQL is missing. Install it with: npm run setup:all');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const postgres = await startPostgres(bin);
process.once('exit', postgres.remove);

const crowd = await contender('on PostgreSQL', CROWD, 0, { DATABASE_URL: postgres.newDatabase() });
const crowds: JoinRuns = { people: CROWD, runs: [] };
const postgresql = async (roomSize: number): Promise<Contender> =>
  contender('on PostgreSQL', 1000, roomSize, { DATABASE_URL: postgres.newDatabase() });
const inTens = await postgresql(10);
const inHundreds = await postgresql(100);
const contenders = [
  inTens,
  inHundreds,
  await postgresql(500),
  { ...(await postgresql(100)), stalled: 0.05 },
  await contender('on the embedded database', 500, 10, {}),
  { ...inTens, name: 'Socket.IO alone', script: 'relay' as const },
  { ...inHundreds, name: 'Socket.IO alone', script: 'relay' as const },
];

const measured = contenders.map((one) => {
  const figure: ChatFigure = { ...one, people: one.talkers.length, runs: [] };
  return { one, figure };
});
const figures = measured.map(({ figure }) => figure);
// Every round runs all measurements, so that a busy machine slows all of them down.
for (let round = 1; round <= rounds; round += 1) {
  for (const { one, figure } of measured) {
    const measurement = await run(one, seconds);
    if (!measurement) throw new UserError(`Messages were lost: ${one.name}, in rooms of ${one.roomSize}.`);
    figure.runs.push(measurement);
    report(`${round} of ${rounds}`, one, measurement);
  }
  crowds.runs.push(await runCrowd(crowd, roomAt(edition, 0)));
}

const harder: ChatFigure[] = [];
for (const rate of RATES) {
  const one = { ...inHundreds, rate };
  const measurement = await run(one, seconds);
  harder.push({ ...one, people: one.talkers.length, runs: measurement ? [measurement] : [] });
  report('harder', one, measurement);
  if (!measurement || measurement.heardP99 > BROKEN_MS) break;
}

const circumstances = { rounds, seconds, cores: availableParallelism(), node: process.versions.node };
writeFileSync('docs/benchmark-chat.md', chatPage(figures, harder, crowds, circumstances));
console.log(
  `\n${figuresTable([...figures, ...harder])}\n\n${joinTable(crowds)}\n\nThe same is in docs/benchmark-chat.md.`,
);
process.exit();

async function contender(
  name: string,
  people: number,
  roomSize: number,
  more: Record<string, string>,
): Promise<Contender> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bench-chat-'));
  process.once('exit', () => rmSync(DATA_DIR, { recursive: true }));
  const settings = {
    DATA_DIR,
    AUTH_SECRET: 'only for measurements, and long enough for them',
    // Each client has its own network address.
    TRUSTED_PROXIES: '127.0.0.1',
    ...more,
  };
  const talkers = await makeTalkers(edition, settings, people, (number) =>
    roomSize ? [roomAt(edition, Math.floor(number / roomSize))] : [],
  );
  return { name, script: 'node', settings, talkers, roomSize, rate: RATE, stalled: 0 };
}

function report(when: string, { name, roomSize, rate }: Contender, measurement: Measurement | undefined): void {
  const { heardP50 = NaN, heardP99 = NaN, core = NaN, memory = NaN } = measurement ?? {};
  const times = `heard p50 ${formatNumber(heardP50)} ms, p99 ${formatNumber(heardP99)} ms`;
  const used = `${formatNumber(core * 100)} % of a core, ${formatNumber(memory / 1e6)} MB`;
  console.log(`${when}  ${name}, rooms of ${roomSize}, ${rate} messages a second in each: ${times}, ${used}`);
}

function readNumber(name: 'rounds' | 'seconds'): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UserError(`--${name} is "${values[name]}". Write a whole number from 1 on.`);
}

/** `npm run bench:chat [-- --rounds 3 --seconds 15]`: how soon people hear each other, into docs/benchmark-chat.md. */
import './tell-mistakes.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Mistake } from '../src/problems.ts';
import { edition } from './bench-chat/edition.ts';
import { makeTalkers, roomAt } from './bench-chat/people.ts';
import { chatPage, type Figure, figuresTable } from './bench-chat/report.ts';
import { type Contender, run } from './bench-chat/run.ts';
import { formatNumber } from './bench/figures.ts';
import { findPostgres, startPostgres } from './postgres.ts';

const ROOM_SIZE = 10;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '15' } },
});
const rounds = readNumber('rounds');
const seconds = readNumber('seconds');
const bin = findPostgres();
if (!bin) throw new Mistake('PostgreSQL is missing. Install it with: npm run setup');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const postgres = await startPostgres(bin);
process.once('exit', postgres.remove);

const contenders = [
  await contender('on PostgreSQL', 1000, { DATABASE_URL: postgres.newDatabase() }),
  await contender('on the embedded database', 500, {}),
];
contenders.push({ ...contenders[0]!, name: 'Socket.IO alone', script: 'relay' });

const figures: Figure[] = contenders.map(({ name, talkers }) => ({ server: name, people: talkers.length, runs: [] }));
// Every round goes through everything, so that a machine that is busy for a while slows all of it down.
for (let round = 1; round <= rounds; round += 1) {
  for (const [number, one] of contenders.entries()) {
    const measurement = await run(one, seconds);
    figures[number]!.runs.push(measurement);
    const { heardP50, heardP99 } = measurement;
    console.log(
      `${round} of ${rounds}  ${one.name}: heard p50 ${formatNumber(heardP50)} ms, p99 ${formatNumber(heardP99)} ms`,
    );
  }
}

const circumstances = { rounds, seconds, cores: availableParallelism(), node: process.versions.node };
writeFileSync('docs/benchmark-chat.md', chatPage(figures, circumstances));
console.log(`\n${figuresTable(figures)}\n\nThe same is in docs/benchmark-chat.md.`);
process.exit();

async function contender(name: string, people: number, more: Record<string, string>): Promise<Contender> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bench-chat-'));
  process.once('exit', () => rmSync(DATA_DIR, { recursive: true }));
  const settings = { DATA_DIR, AUTH_SECRET: 'only for measurements, and long enough for them', ...more };
  const talkers = await makeTalkers(edition, settings, people, (number) => [
    roomAt(edition, Math.floor(number / ROOM_SIZE)),
  ]);
  return { name, script: 'node', settings, talkers };
}

function readNumber(name: 'rounds' | 'seconds'): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Mistake(`--${name} is "${values[name]}". Write a whole number from 1 on.`);
}

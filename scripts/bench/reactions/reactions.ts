/** `npm run bench:reactions`: measures reactions, partner searches and messages at the same time on two nodes, into docs/benchmark-reactions.md. */
import '../../lib/terminal/report-user-errors.ts';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { UserError } from '../../../src/shared/user-error.ts';
import { findPostgres, startPostgres } from '../../lib/programs/start-postgres.ts';
import { openChat } from '../bans/measure-ban.ts';
import { edition } from '../lib/measured-edition.ts';
import { roundRobin } from '../lib/round-robin.ts';
import { startNodes } from '../lib/service-node.ts';
import { makeTalkers, roomAt, type Talker } from '../lib/signed-in-users.ts';
import { type Crowd, measureRound, PEOPLE } from './measure-round.ts';
import { isSlow, type Round, reactionsPage, reactionsTable } from './reactions-report.ts';

/** Rounds of each kind: limits of an account allow three in a row. */
const ROUNDS = 3;

const bin = findPostgres();
if (!bin) throw new UserError('PostgreSQL is missing. Install it with: npm run setup:all');
if (!existsSync('dist')) throw new UserError('dist/ has no built site. Build it with: npm run build');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const postgres = await startPostgres(bin);
process.once('exit', postgres.remove);

const all: Round[] = [...(await measure(0)), ...(await measure(PEOPLE.seekers))];
console.log(reactionsTable(all));
writeFileSync('docs/benchmark-reactions.md', reactionsPage(all, availableParallelism()));
console.log('\nThe same is in docs/benchmark-reactions.md.');
process.exit(isSlow(all) ? 1 : 0);

/** Measures rounds with a number of people who search for partners. */
async function measure(seekers: number): Promise<Round[]> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bench-reactions-'));
  const settings = {
    DATA_DIR,
    DATABASE_URL: postgres.newDatabase(),
    AUTH_SECRET: 'only for measurements, and long enough for them',
    // Each client has its own network address.
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const room = roomAt(edition, 0);
  const people = await makeTalkers(edition, settings, PEOPLE.reacting + PEOPLE.writers + seekers, () => [room]);
  const { ports, end } = await startNodes(settings);
  try {
    const nextPort = roundRobin(ports);
    const open = (some: Talker[]) => Promise.all(some.map((person) => openChat(nextPort(), person)));
    const crowd: Crowd = {
      ports,
      room,
      reacting: await open(people.slice(0, PEOPLE.reacting)),
      writers: await open(people.slice(PEOPLE.reacting, PEOPLE.reacting + PEOPLE.writers)),
      seekers: await open(people.slice(PEOPLE.reacting + PEOPLE.writers)),
    };
    const rounds: Round[] = [];
    for (let number = 0; number < ROUNDS; number += 1) rounds.push(await measureRound(crowd));
    return rounds;
  } finally {
    await end();
    rmSync(DATA_DIR, { recursive: true });
  }
}

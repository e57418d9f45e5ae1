/** `npm run bench:bans [-- --bans 200]`: measures how soon a banned person is cut off on two nodes, into docs/benchmark-bans.md. */
import '../../lib/terminal/report-user-errors.ts';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { RULE_CHANGES, type RuleChangesFile } from '../../../src/output/rule-changes.ts';
import { required } from '../../../src/shared/required.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import { rootOf } from '../../../src/site/editions/editions.ts';
import { findPostgres, startPostgres } from '../../lib/programs/start-postgres.ts';
import { edition } from '../lib/measured-edition.ts';
import { quantile } from '../lib/numbers.ts';
import { roundRobin } from '../lib/round-robin.ts';
import { startNodes } from '../lib/service-node.ts';
import { makeTalkers, roomAt } from '../lib/signed-in-users.ts';
import { type BanFigure, bansPage, bansTable, SILENCE_MAX_MS } from './bans-report.ts';
import { keepTalking, measureBan, openChat } from './measure-ban.ts';
import { appoint } from './moderator-client.ts';

/** Numbers of people who write during a measurement, each a message a second. */
const TALKERS = [10, 100];

const { values } = parseArgs({ options: { bans: { type: 'string', default: '200' } } });
const bans = Number(values.bans);
if (!Number.isInteger(bans) || bans < 1)
  throw new UserError(`--bans is "${values.bans}". Write a whole number from 1 on.`);
const bin = findPostgres();
if (!bin) throw new UserError('PostgreSQL is missing. Install it with: npm run setup:all');
const rulesFile = `dist/${RULE_CHANGES}`;
if (!existsSync(rulesFile)) throw new UserError('dist/ has no built site. Build it with: npm run build');
const { editions, lists } = JSON.parse(readFileSync(rulesFile, 'utf8')) as RuleChangesFile;
const list = lists[required(editions[rootOf(edition)], `list of ${rootOf(edition)}`)];
const { rule } = required(list?.reasons.spam, 'rule about spam');
const decision = { act: 'ban', hours: 24, facts: 'Advertising.', rule } as const;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const postgres = await startPostgres(bin);
process.once('exit', postgres.remove);

const figures: BanFigure[] = [];
for (const talkers of TALKERS) {
  const times = await measure(talkers);
  figures.push({ talkers, times });
  console.log(`${bansTable(figures)}\n`);
}
writeFileSync('docs/benchmark-bans.md', bansPage(figures, availableParallelism()));
console.log('The same is in docs/benchmark-bans.md.');
const worstMs = Math.max(
  ...figures.map(({ times }) =>
    quantile(
      times.map(({ silenceMs }) => silenceMs),
      0.99,
    ),
  ),
);
if (worstMs > SILENCE_MAX_MS) console.log(`p99 is above the ${SILENCE_MAX_MS} ms that are declared.`);
process.exit(worstMs > SILENCE_MAX_MS ? 1 : 0);

async function measure(talkers: number): Promise<BanFigure['times']> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bench-bans-'));
  const settings = {
    DATA_DIR,
    DATABASE_URL: postgres.newDatabase(),
    AUTH_SECRET: 'only for measurements, and long enough for them',
    // Each client has its own network address.
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const room = roomAt(edition, 0);
  const [first, ...people] = await makeTalkers(edition, settings, 1 + talkers + bans, () => [room]);
  const moderator = required(first, 'moderator');
  const { ports, end } = await startNodes(settings);
  try {
    await appoint(settings.DATABASE_URL, moderator);
    const nextPort = roundRobin(ports);
    const talking = keepTalking(
      await Promise.all(people.slice(0, talkers).map((person) => openChat(nextPort(), person))),
      room,
    );
    const times: BanFigure['times'] = [];
    for (const person of people.slice(talkers)) times.push(await measureBan(ports, moderator, person, decision));
    talking.stop();
    return times;
  } finally {
    await end();
    rmSync(DATA_DIR, { recursive: true });
  }
}

/** `npm run bench:partners [-- --seconds 8 --beside <project>]`: measures partner searches on two nodes, into docs/benchmark-partners.md. */
import '../../lib/terminal/report-user-errors.ts';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

import { UserError } from '../../../src/shared/user-error.ts';
import { findPostgres, startPostgres } from '../../lib/programs/start-postgres.ts';
import { openChat } from '../bans/measure-ban.ts';
import { edition } from '../lib/measured-edition.ts';
import { roundRobin } from '../lib/round-robin.ts';
import { endNode, portOf, startNode } from '../lib/service-node.ts';
import { makeTalkers } from '../lib/signed-in-users.ts';
import { measureSearches } from './measure-searches.ts';
import { MATCHES_MIN, type PartnersFigure, partnersPage, partnersTable, WAITING } from './partners-report.ts';
import { type Crowd, crowds, openCrowd } from './waiting-crowd.ts';

/** Number of people who search. */
const SEARCHING = 120;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '8' }, beside: { type: 'string' } } });
const seconds = Number(values.seconds);
if (!(seconds > 0)) throw new UserError(`--seconds is "${values.seconds}". Write a number above 0.`);
const bin = findPostgres();
if (!bin) throw new UserError('PostgreSQL is missing. Install it with: npm run setup:all');
const projects = ['.', ...(values.beside ? [values.beside] : [])];
for (const project of projects)
  if (!existsSync(join(project, 'dist')))
    throw new UserError(`${project} has no built site. Build it with: npm run build`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const postgres = await startPostgres(bin);
process.once('exit', postgres.remove);

const figures: PartnersFigure[] = [];
for (const crowd of crowds)
  for (const project of projects) {
    const release = project === '.' ? 'this' : basename(project);
    figures.push({ release, crowd: crowd.name, ...(await measure(project, crowd)) });
    console.log(`${partnersTable(figures)}\n`);
  }
writeFileSync('docs/benchmark-partners.md', partnersPage(figures, availableParallelism()));
console.log('The same is in docs/benchmark-partners.md.');
const isSlow = figures.some(
  ({ release, crowd, matches }) =>
    release === 'this' && matches < MATCHES_MIN && crowds.some(({ name, matches: fit }) => fit && name === crowd),
);
if (isSlow) console.log(`Fewer than the ${MATCHES_MIN} matches a second that are declared.`);
process.exit(isSlow ? 1 : 0);

async function measure(project: string, crowd: Crowd) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bench-partners-'));
  const settings = {
    DATA_DIR,
    DATABASE_URL: postgres.newDatabase(),
    AUTH_SECRET: 'only for measurements, and long enough for them',
    // Each client has its own network address.
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const people = await makeTalkers(edition, settings, WAITING + SEARCHING, () => []);
  const searching = people.slice(WAITING);
  const waiting = await openCrowd(settings.DATABASE_URL, crowd, people.slice(0, WAITING), searching);
  const nodes = [startNode(settings, project), startNode(settings, project)];
  try {
    const ports = await Promise.all(nodes.map(portOf));
    const nextPort = roundRobin(ports);
    const sockets = await Promise.all(searching.map((person) => openChat(nextPort(), person)));
    return await measureSearches(sockets, crowd, waiting, seconds);
  } finally {
    await waiting.close();
    await Promise.all(nodes.map(endNode));
    rmSync(DATA_DIR, { recursive: true });
  }
}

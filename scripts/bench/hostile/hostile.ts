/** `npm run bench:hostile [-- --seconds 20]`: how fast the service answers during attacks, and how much memory it takes, into docs/benchmark-hostile.md. */
import '../../lib/terminal/report-user-errors.ts';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { ACCOUNT_WITH_LOBBY, health } from '../../../src/contract/api-paths.ts';
import { required } from '../../../src/shared/required.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import { table } from '../../lib/markdown-table.ts';
import { median } from '../../lib/median.ts';
import { findPostgres, startPostgres } from '../../lib/programs/start-postgres.ts';
import { formatNumber } from '../lib/numbers.ts';
import { makeTalkers, roomAt } from '../lib/signed-in-users.ts';
import { edition, thisProject } from '../service/contenders.ts';
import { startServer } from '../service/start-contender.ts';
import { attacks, statusOf, type Target, timeToSignIn } from './attacks.ts';
import { flood, formOfMarks, PER_SECOND } from './flood.ts';
import { cellsOf, p99Of, whileAsked } from './latency-under-load.ts';

/** Declared limits: the 99th percentile of response times, and memory. */
const P99_MAX_MS = 50;
const MEGABYTES_MAX = 512;

/** Requests of one session for its account and lobby while another user signs in a socket. */
const LOBBIES = 600;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
const seconds = Number(values.seconds);
if (!Number.isInteger(seconds) || seconds < 1)
  throw new UserError(`--seconds is "${values.seconds}". Write a whole number from 1 on.`);
const bin = findPostgres();
if (!bin) throw new UserError('PostgreSQL is missing. Install it with: npm run setup:all');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const postgres = await startPostgres(bin);
process.once('exit', postgres.remove);

const failures: string[] = [];
const registrations = await measureRegistrations();
const { figures, socketMs } = await measureAttacks();
const columns = ['answers', 'p50, ms', 'p99, ms', 'slowest, ms', 'memory, MB'];
const tables = [
  table(
    [['database', 'registrations from', ...columns], ...registrations],
    ['database', 'registrations from', 'answers'],
  ),
  table([['attack', ...columns], ...figures], ['attack', 'answers']),
] as const;
writeFileSync('docs/benchmark-hostile.md', page(...tables));
console.log(`\n${tables.join('\n\n')}\n\nThe same is in docs/benchmark-hostile.md.`);
for (const failure of failures) console.log(failure);
process.exit(failures.length ? 1 : 0);

async function measureRegistrations(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [database, url] of [
    ['PostgreSQL', postgres.newDatabase()],
    ['embedded', ''],
  ] as const) {
    const server = await startServer(thisProject, url);
    // Workers start with their first task.
    await flood(server, 1, (number) => `10.250.${number}.1`);
    const loads = {
      none: () => sleep(seconds * 1000).then(() => ({})),
      'many addresses': () => flood(server, seconds, (number) => `10.${number >> 8}.${number & 255}.1`),
      'one address': () => flood(server, seconds, () => '192.0.2.1'),
      'many addresses, forms of marks': () =>
        flood(server, seconds, (number) => `10.${number >> 8}.${number & 255}.2`, formOfMarks),
    };
    for (const [from, load] of Object.entries(loads)) {
      const asked = await whileAsked(server, load);
      checkP99(`${database}, registrations from ${from}`, p99Of(asked));
      const row = [database, from, ...cellsOf(asked)];
      rows.push(row);
      console.log(row.join('  '));
    }
  }
  return rows;
}

/** Attacks on PostgreSQL: the embedded database answers in the thread of the service. */
async function measureAttacks() {
  const DATABASE_URL = postgres.newDatabase();
  const AUTH_SECRET = required(thisProject.settings['AUTH_SECRET'], 'AUTH_SECRET');
  const rooms = [roomAt(edition, 0)];
  const [first, ...people] = await makeTalkers(edition, { DATABASE_URL, AUTH_SECRET }, 21, () => rooms);
  const server = await startServer(thisProject, DATABASE_URL);
  const target: Target = { port: server.port, host: edition.host, people };
  const rows: string[][] = [];
  const signInMs = await measureSignIn(target, required(first, 'person'));
  for (const [name, attack] of Object.entries(attacks)) {
    const asked = await whileAsked(server, () => attack(target, AbortSignal.timeout(seconds * 1000)));
    checkP99(name, p99Of(asked));
    if (asked.peakMegabytes > MEGABYTES_MAX)
      failures.push(
        `${name}: ${formatNumber(asked.peakMegabytes)} MB are more than the ${MEGABYTES_MAX} that are declared.`,
      );
    const row = [name, ...cellsOf(asked)];
    rows.push(row);
    console.log(row.join('  '));
  }
  if ((await statusOf(target, health.ready)) !== 200) failures.push('The service is not ready after the attacks.');
  return { figures: rows, socketMs: signInMs };
}

/** Median times until a socket is signed in: alone, and while one session asks for its lobby. */
async function measureSignIn(
  target: Target,
  person: Target['people'][number],
): Promise<{ alone: number; during: number }> {
  const times = async (): Promise<number> => {
    const all: number[] = [];
    for (let number = 0; number < 9; number += 1) all.push(await timeToSignIn(target, person));
    return median(all);
  };
  await times();
  const alone = await times();
  const { cookie } = required(target.people[1], 'second person');
  const lobbies = Array.from({ length: LOBBIES }, () => statusOf(target, ACCOUNT_WITH_LOBBY, cookie));
  const during = await times();
  await Promise.all(lobbies);
  console.log(
    `A socket is signed in within ${formatNumber(alone)} ms, during ${LOBBIES} lobbies within ${formatNumber(during)} ms.`,
  );
  return { alone, during };
}

function checkP99(what: string, p99: number): void {
  if (p99 > P99_MAX_MS)
    failures.push(`${what}: p99 of ${formatNumber(p99)} ms is above the ${P99_MAX_MS} that are declared.`);
}

function page(registered: string, attacked: string): string {
  return `# Benchmark of attacks

\`npm run bench:hostile\` writes this page, on ${availableParallelism()} processor cores with Node ${process.versions.node}. It fails where p99 is above ${P99_MAX_MS} ms, or memory above ${MEGABYTES_MAX} MB during an attack.

Times are those of \`GET ${health.live}\`, requested every 20 ms on one connection by a thread of its own. The service, PostgreSQL and the attacker share the cores. Memory is the most
that the process of the service had.

## Registrations

${registered}

${PER_SECOND} registrations arrive each second for ${seconds} seconds, whether or not earlier ones were answered, each with another e-mail address and a
password of 100 characters that stand for letters. Forms of marks are those of sign-in, registration and report with 10,400 combining
marks in a field. Mails become files. 303 is a stored registration with its mail, 429
a registration over a limit, 503 a registration beyond the bound of the queue of new passwords ([accounts.md](accounts.md#passwords)).

## Floods

${attacked}

On PostgreSQL, each for ${seconds} seconds at ten times the allowed rate ([accounts.md](accounts.md#requests-of-all-kinds), [chat.md](chat.md#abuse-refusals-and-their-reasons)). Floods of frames hold up to 200 connections
open that read nothing, and open others for those that were cut. Requests begin with 600 at once.

Another user's socket was signed in within ${formatNumber(socketMs.alone)} ms alone, and within ${formatNumber(socketMs.during)} ms during ${LOBBIES} requests of one session for its account and lobby.
`;
}

/** `npm run bench:service [-- --rounds 3 --seconds 10]`: measures sign-ins per second of one node, into docs/benchmark-service.md. */
import '../../lib/terminal/report-user-errors.ts';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { UserError } from '../../../src/shared/user-error.ts';
import { findPostgres, startPostgres } from '../../lib/programs/start-postgres.ts';
import { formatNumber } from '../lib/numbers.ts';
import { roundRobin } from '../lib/round-robin.ts';
import { cookiesOf, copyAccounts, insertAccounts, makeAccounts } from './accounts.ts';
import { betterAuth, thisProject, type Request } from './contenders.ts';
import { load } from './load.ts';
import { type ServiceFigure, figuresTable, type Memory, memoryTable, servicePage } from './service-report.ts';
import { type Server, startServer } from './start-contender.ts';

const measured = [
  { request: 'login', connections: 16 },
  { request: 'login', connections: 64 },
  { request: 'session check', connections: 16 },
] as const;
/** An answer takes a tenth of a second at least (src/service/http/pad-duration.ts). */
const LOGINS_A_SECOND = 10 * (16 + 64);
/** Fewer than one account may be signed in to in a minute (src/service/request/rate-limits.ts). */
const LOGINS_OF_ONE = 45;
/** Accounts that stay signed in, each on a single device: enough that no session reaches its limit (src/service/request/request-limits.ts). */
const SIGNED_IN = 100;
const REST_MS = 5000;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '10' } },
});
const rounds = readNumber('rounds');
const seconds = readNumber('seconds');
const bin = findPostgres();
if (!bin) throw new UserError('PostgreSQL is missing. Install it with: npm run setup:all');
if (!existsSync('/proc/self/status'))
  throw new UserError('The memory of a process is read in /proc, which is missing here. Measure on Linux.');

// The exit handlers stop the database and both servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const postgres = await startPostgres(bin);
process.once('exit', postgres.remove);

// Enough accounts to stay below all limits.
const users = Math.max(100, Math.ceil((rounds * seconds * LOGINS_A_SECOND) / LOGINS_OF_ONE));
const accounts = makeAccounts(users + SIGNED_IN);
const [serviceUrl, betterAuthUrl] = [postgres.newDatabase(), postgres.newDatabase()];
const servers = [await startServer(thisProject, serviceUrl), await startServer(betterAuth, betterAuthUrl)] as const;
const atStart = servers.map((server) => ({ server, before: server.usage().megabytes }));
await insertAccounts(serviceUrl, accounts);
await copyAccounts(servers[1], betterAuthUrl, accounts);
const runs = [];
for (const server of servers) runs.push({ server, requests: await requestsOf(server) });

const figures: ServiceFigure[] = [];
const loads = [];
for (const one of measured) {
  for (const { server, requests } of runs) {
    const { connections } = one;
    const next = requests[one.request];
    const { perSecond } = await load(server, { connections, amount: 2 * connections, next });
    const amount = Math.max(2, Math.round((perSecond * seconds) / connections)) * connections;
    const figure: ServiceFigure = { ...one, server: server.name, runs: [] };
    figures.push(figure);
    loads.push({ server, figure, load: { connections, amount, next } });
  }
}
// Every round runs all measurements, so that a busy machine slows all of them down.
for (let round = 1; round <= rounds; round += 1) {
  for (const { server, figure, load: asked } of loads) {
    const measurement = await load(server, asked);
    figure.runs.push(measurement);
    const { perSecond, p50, p99 } = measurement;
    const times = `${formatNumber(perSecond, 1)} a second, p50 ${p50} ms, p99 ${p99} ms`;
    console.log(
      `${round} of ${rounds}  ${figure.request}, ${figure.connections} connections, ${server.name}: ${times}`,
    );
  }
}
await sleep(REST_MS);
const memory: Memory[] = atStart.map(({ server, before }) => {
  const { peakMegabytes, megabytes } = server.usage();
  return { server: server.name, before, peak: peakMegabytes, after: megabytes };
});

const circumstances = {
  rounds,
  seconds,
  accounts: users,
  cores: availableParallelism(),
  node: process.versions.node,
};
writeFileSync('docs/benchmark-service.md', servicePage(figures, memory, circumstances));
console.log(`\n${figuresTable(figures)}\n\n${memoryTable(memory)}\n\nThe same is in docs/benchmark-service.md.`);
process.exit();

/** Accounts sign in in turn; sessions are checked of others, so that the number of their sessions stays the same. */
async function requestsOf(server: Server): Promise<Record<'login' | 'session check', () => Request>> {
  const logins = accounts.slice(0, users).map(server.login);
  const checks = (await cookiesOf(server, accounts.slice(users))).map(server.check);
  return { login: roundRobin(logins), 'session check': roundRobin(checks) };
}

function readNumber(name: 'rounds' | 'seconds'): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UserError(`--${name} is "${values[name]}". Write a whole number from 1 on.`);
}

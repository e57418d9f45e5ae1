import manifest from '../../../package.json' with { type: 'json' };
import { required } from '../../../src/shared/required.ts';
import { table } from '../../lib/markdown-table.ts';
import { formatNumber, medianOf } from '../lib/numbers.ts';
import { betterAuth, thisProject } from './contenders.ts';
import type { Measurement } from './load.ts';

/** The rounds of a server with a kind of request. */
export interface ServiceFigure {
  request: string;
  connections: number;
  server: string;
  runs: Measurement[];
}

/** Megabytes that a server holds. */
export interface Memory {
  server: string;
  before: number;
  peak: number;
  after: number;
}

/** Circumstances of the figures. */
interface Circumstances {
  rounds: number;
  seconds: number;
  accounts: number;
  cores: number;
  node: string;
}

/** `docs/benchmark-service.md`. */
export function servicePage(figures: ServiceFigure[], memory: Memory[], circumstances: Circumstances): string {
  const { rounds, seconds, accounts, cores, node } = circumstances;
  return `# Benchmark of signing in

\`npm run bench:service\` writes this page. The figures are ${rounds === 1 ? 'of one round' : `the median of ${rounds} rounds`} on ${cores} processor cores with Node ${node}.

${figuresTable(figures)}

Ratios are the figures of this project to those of better-auth:

${ratioTable(figures)}

${memoryTable(memory)}

## How it is measured

One node of the service (\`npm run service\`) beside better-auth ${manifest.dependencies['better-auth']} as it comes: \`betterAuth({ database, emailAndPassword: { enabled: true } })\`
with its own tables, hashes and routes. Each is a process of its own. Both keep their accounts in one PostgreSQL, which runs on the same
cores. So does autocannon, whose connections each send the next request after the last answer.

| request       | this project                                 | better-auth                    |
| ------------- | -------------------------------------------- | ------------------------------ |
| login         | \`POST /api/auth/login\`                       | \`POST /api/auth/sign-in/email\` |
| session check | \`GET /api/account\`, which lists all sessions | \`GET /api/auth/get-session\`    |

${formatNumber(accounts)} accounts sign in in turn with the right password. An answer other than 200 ends the measurement. The limits of this project are on:
each request comes from another network address, and there are enough accounts, so that none is reached. Those of better-auth are off, as
they would refuse nearly everything. This project hashes with Argon2id, keeps three counters of each login in the database, and writes each
request to its log; better-auth hashes with scrypt, and has neither counters nor a log.

**This project answers forms after whole tenths of a second**, so that the time of an answer does not show whether an address has an account.
16 connections can therefore sign in 160 times a second at most, on any machine; with 64, the processor is the limit.

Every round goes through the whole list, first this project, then better-auth, before the next one begins. Each warms up with two requests a
connection. Their time decides the number of requests of a round, which take ${seconds} seconds or less. All of them are answered
before the next measurement begins. CPU is that of the server's process alone, for one answer; it suffers least where other programs are busy.
Memory is what the process holds, in megabytes of 1,000,000 bytes: before the first request, at most, and five seconds after the last one.

\`npm run bench:service -- --rounds 1 --seconds 3\` is a quick look. It needs PostgreSQL (\`npm run setup:all\`), a built site, and Linux.
`;
}

/** A row per server and kind of request. */
export function figuresTable(figures: ServiceFigure[]): string {
  const rows = figures.map((figure) => {
    const { perSecond, p50, p99, cpuMs } = medianOf(figure);
    const numbers = [formatNumber(perSecond), formatNumber(p50), formatNumber(p99), formatNumber(cpuMs, 2)];
    return [figure.request, String(figure.connections), figure.server, ...numbers];
  });
  const head = ['request', 'connections', 'server', 'a second', 'p50, ms', 'p99, ms', 'CPU, ms'];
  return table([head, ...rows], ['request', 'server']);
}

/** A row per kind of request. */
function ratioTable(figures: ServiceFigure[]): string {
  const rows = figures
    .filter(({ server }) => server === thisProject.name)
    .map((own) => {
      const { request, connections } = own;
      const isOther = (one: ServiceFigure): boolean =>
        one.server === betterAuth.name && one.request === request && one.connections === connections;
      const other = required(figures.find(isOther), `${request} of ${betterAuth.name}`);
      const [mine, theirs] = [medianOf(own), medianOf(other)];
      const ratios = (['perSecond', 'p50', 'p99', 'cpuMs'] as const).map((name) => mine[name] / theirs[name]);
      return [request, String(connections), ...ratios.map((ratio) => formatNumber(ratio, 2))];
    });
  const head = ['ratio', 'connections', 'a second', 'p50', 'p99', 'CPU'];
  return table([head, ...rows], ['ratio']);
}

/** A row per server. */
export function memoryTable(memory: Memory[]): string {
  const rows = memory.map(({ server, before, peak, after }) => [
    server,
    ...[before, peak, after].map((megabytes) => formatNumber(megabytes)),
  ]);
  return table([['memory, MB', 'before', 'at most', 'after'], ...rows], ['memory, MB']);
}

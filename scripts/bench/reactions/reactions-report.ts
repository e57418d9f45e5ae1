import { table } from '../../lib/markdown-table.ts';
import { formatNumber, quantile } from '../lib/numbers.ts';

/** Limits of the time until the last reaction of a round is stored, and of the 99th percentile of messages. */
const REACTIONS_MAX_MS = 2000;
const MESSAGE_MAX_MS = 250;

/** Times are milliseconds from the request to its answer, or of many from the first request to the last answer. */
export interface Round {
  reactions: number;
  reactionsMs: number;
  searches: number;
  searchesMs: number;
  messagesMs: number[];
  /** Requests that failed or were refused. */
  failed: number;
  /** Whether all nodes were ready all the time. */
  isReady: boolean;
}

export const isSlow = (rounds: Round[]): boolean =>
  rounds.some(
    ({ reactionsMs, messagesMs, failed, isReady }) =>
      reactionsMs > REACTIONS_MAX_MS || quantile(messagesMs, 0.99) > MESSAGE_MAX_MS || failed > 0 || !isReady,
  );

export function reactionsTable(rounds: Round[]): string {
  const row = ({ reactions, reactionsMs, searches, searchesMs, messagesMs, failed, isReady }: Round): string[] => [
    String(reactions),
    formatNumber(reactionsMs),
    String(searches),
    searches ? formatNumber(searchesMs) : '',
    String(messagesMs.length),
    formatNumber(quantile(messagesMs, 0.5), 1),
    formatNumber(quantile(messagesMs, 0.99), 1),
    String(failed),
    isReady ? 'yes' : 'no',
  ];
  const head = [
    'reactions',
    'all stored, ms',
    'searches',
    'all answered, ms',
    'messages',
    'p50, ms',
    'p99, ms',
    'failed',
    'ready',
  ];
  return table([head, ...rounds.map(row)], []);
}

/** docs/benchmark-reactions.md. */
export const reactionsPage = (rounds: Round[], cores: number): string => `# Benchmark of reactions

\`npm run bench:reactions\` writes this page, on ${cores} processor cores with Node ${process.versions.node}. It fails where the last reaction of a round is stored after
${formatNumber(REACTIONS_MAX_MS / 1000)} s, where p99 of the messages is above ${MESSAGE_MAX_MS} ms, where a request fails, and where a node is not ready.

${reactionsTable(rounds)}

Two nodes share a PostgreSQL; both, the database and all clients share the cores. In a round, 60 people on both nodes send 10 reactions each to one
message, all at once, and take some of them back. In the last rounds, 60 other people also search for a partner three times each. From shortly before until the last answer, other people
write in the same room; their messages are measured from sending to the answer that they are stored. \`ready\` asks both nodes ten times a second.

The service before changes were stored in batches and each kind of work had connections of its own, and after it, in the same minutes of a busy machine:

|        | reactions, s | messages p99, s | with searches, s | messages p99, s | failed of 780 | ready |
| ------ | -----------: | --------------: | ---------------: | --------------: | ------------: | ----: |
| before |    3.8 – 5.1 |       3.2 – 4.8 |        6.7 – 7.5 |       6.2 – 6.7 |     307 – 459 |    no |
| after  |    1.1 – 1.6 |       0.1 – 0.4 |        0.9 – 1.5 |       0.1 – 0.2 |             0 |   yes |
`;

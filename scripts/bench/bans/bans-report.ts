import { table } from '../../lib/markdown-table.ts';
import { formatNumber, quantile } from '../lib/numbers.ts';
import { type BanTimes, SOCKETS } from './measure-ban.ts';

/** Limit of the 99th percentile. */
export const SILENCE_MAX_MS = 500;

export interface BanFigure {
  talkers: number;
  times: BanTimes[];
}

export function bansTable(figures: BanFigure[]): string {
  const row = ({ talkers, times }: BanFigure): string[] => {
    const answers = times.map(({ answerMs }) => answerMs);
    const silences = times.map(({ silenceMs }) => silenceMs);
    const values = [quantile(answers, 0.5), quantile(silences, 0.5), quantile(silences, 0.99), Math.max(...silences)];
    return [String(talkers), String(times.length), ...values.map((ms) => formatNumber(ms, 1))];
  };
  const head = ['messages a second', 'bans', 'answer p50, ms', 'silence p50, ms', 'silence p99, ms', 'longest, ms'];
  return table([head, ...figures.map(row)], []);
}

/** docs/benchmark-bans.md. */
export const bansPage = (figures: BanFigure[], cores: number): string => `# Benchmark of bans

\`npm run bench:bans\` writes this page, on ${cores} processor cores with Node ${process.versions.node}. It fails where p99 is above ${SILENCE_MAX_MS} ms.

${bansTable(figures)}

Two nodes share a PostgreSQL; both, the database and all clients share the cores. A person with ${SOCKETS} sockets on each node is banned through one
node while other people on both nodes talk in the same room. **Silence** is the time from the request of the moderator until the last socket of the
person was cut and no event came any more. The answer to the moderator comes after the cut.

\`npm run bench:bans -- --bans 20\` is a quick look. It needs a built site and PostgreSQL (\`npm run setup:all\`).
`;

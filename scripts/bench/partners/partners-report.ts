import { table } from '../../lib/markdown-table.ts';
import { formatNumber, quantile } from '../lib/numbers.ts';

/** Least number of searches a second that have to match. */
export const MATCHES_MIN = 300;

/** Number of waiting people, and of searches at once. */
export const WAITING = 2000;
export const AT_ONCE = 60;

export interface PartnersFigure {
  release: string;
  /** Who waits. */
  crowd: string;
  /** Of searches, one after the other. */
  aloneMs: number[];
  /** Of searches at once. */
  crowdedMs: number[];
  /** Searches at once in a second, and how many of them matched. */
  searches: number;
  matches: number;
}

export function partnersTable(figures: PartnersFigure[]): string {
  const row = ({ release, crowd, aloneMs, crowdedMs, searches, matches }: PartnersFigure): string[] => [
    crowd,
    release,
    formatNumber(searches),
    formatNumber(matches),
    ...[aloneMs, crowdedMs].flatMap((times) => [0.5, 0.99].map((share) => formatNumber(quantile(times, share), 1))),
  ];
  const columns = ['searches a second', 'of them matched', 'alone p50, ms', 'alone p99, ms', 'p50, ms', 'p99, ms'];
  return table([['waiting people', 'release', ...columns], ...figures.map(row)], ['waiting people', 'release']);
}

/** docs/benchmark-partners.md. */
export const partnersPage = (figures: PartnersFigure[], cores: number): string => `# Benchmark of partners

\`npm run bench:partners\` writes this page, on ${cores} processor cores with Node ${process.versions.node}. It fails where people fit and fewer than ${MATCHES_MIN} searches a second match.

${partnersTable(figures)}

Two nodes share a PostgreSQL; both, the database and all clients share the cores. ${formatNumber(WAITING)} people wait, and a matched person waits again at once. Others
search over sockets, first one after the other (**alone**), then ${AT_ONCE} at once. \`--beside <folder>\` measures another release in the same run: a project with
packages and a built site. Its rows have the name of the folder.

\`npm run bench:partners -- --seconds 2\` is a quick look. It needs a built site and PostgreSQL (\`npm run setup:all\`).
`;

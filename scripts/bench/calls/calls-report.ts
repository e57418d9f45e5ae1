import { table } from '../../lib/markdown-table.ts';
import { median } from '../../lib/median.ts';
import { formatNumber } from '../lib/numbers.ts';

/** Times of a number of calls. */
export interface CallFigure {
  what: string;
  timesMs: number[];
}

export const callsTable = (figures: CallFigure[]): string =>
  table([['what', 'runs', 'median', 'longest'], ...figures.map(row)], ['what']);

/** docs/benchmark-calls.md. */
export const callsPage = (figures: CallFigure[], cores: number): string => `# Benchmark of calls

\`npm run bench:calls\` writes this page. Two Chromiums with made-up devices, the service on its embedded database and coturn share ${cores} processor cores;
every call goes through the relay.

${callsTable(figures)}

- **First picture**: from the tap on "Answer" to the first visible frame of the caller; the microphone opens in the same time.
- **Both at once**: two people tap "Call" in the same moment. Each time they get one call, in which both hear each other, and no second call keeps ringing.
- **Away for 5 s**: all connections of both people to the service and to the relay (over TCP) are cut, and allowed again after 5 s. The time begins
  then, and ends when both hear each other, or when a new frame of the person with a camera is visible.

\`npm run bench:calls -- --runs 1\` is a quick look. It needs Chromium and coturn (\`npm run setup:all\`).

Scripts and styles of the first call weigh at most 12 kB with Brotli; \`tests/site/pages/budgets.test.ts\` holds that.
`;

function row({ what, timesMs }: CallFigure): string[] {
  const seconds = [median(timesMs), Math.max(...timesMs)].map((ms) => `${formatNumber(ms / 1000, 2)} s`);
  return [what, String(timesMs.length), ...seconds];
}

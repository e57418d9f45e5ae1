import manifest from '../../package.json' with { type: 'json' };
import { formatNumber, medianOf } from '../bench/figures.ts';
import { table } from '../table.ts';
import type { Measurement } from './run.ts';

export interface Figure {
  server: string;
  people: number;
  runs: Measurement[];
}

/** What figures can only be understood with. */
interface Circumstances {
  rounds: number;
  seconds: number;
  cores: number;
  node: string;
}

/** `docs/benchmark-chat.md`. */
export function chatPage(figures: Figure[], { rounds, seconds, cores, node }: Circumstances): string {
  return `# What talking takes

\`npm run bench:chat\` writes this page. The figures are ${rounds === 1 ? 'of one round' : `the median of ${rounds} rounds`} on ${cores} processor cores with Node ${node}.

${figuresTable(figures)}

## How it is measured

Everybody is in a room of ten and says something once a second, each at another moment of it, for ${seconds} seconds after ${formatNumber(5)} of warming up. What they
say carries the time at which it was sent; each of the ten notes when it hears it. All of it is heard, or the measurement fails. One node, its
database and all the people share the cores.

- **This project** stores each message before anybody hears it: checked, counted against its sender's limit, with its place in the room's order.
- **Socket.IO alone** ${manifest.dependencies['socket.io']} passes on what it is sent, and does nothing else: less than this is not to be had.

Core is the share of one processor core that the server's process takes; PostgreSQL is another process, the embedded database is not. Heap is
what V8 holds for one connection over which nothing is said, after garbage was collected, in kilobytes of 1,000 bytes.

\`npm run bench:chat -- --rounds 1 --seconds 5\` is a quick look. It needs PostgreSQL (\`npm run setup\`) and a built site.
`;
}

/** One row a server. */
export function figuresTable(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const { heardP50, heardP99, storedP99, core, heap } = medianOf(figure);
    const times = [heardP50, heardP99, storedP99].map((ms) => formatNumber(ms));
    return [
      figure.server,
      formatNumber(figure.people),
      ...times,
      `${formatNumber(core * 100)} %`,
      formatNumber(heap / 1000, 1),
    ];
  });
  const head = ['server', 'people', 'heard p50, ms', 'heard p99, ms', 'stored p99, ms', 'core', 'heap, kB'];
  return table([head, ...rows], ['server']);
}

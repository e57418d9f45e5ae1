import manifest from '../../../package.json' with { type: 'json' };
import { table } from '../../lib/table.ts';
import { formatNumber, medianOf } from '../build/figures.ts';
import type { Joined } from './load.ts';
import type { Contender, Measurement } from './run.ts';

export interface Figure extends Pick<Contender, 'name' | 'roomSize' | 'rate' | 'stalled'> {
  people: number;
  /** None where not everything was heard. */
  runs: Measurement[];
}

/** People who join one room at once, and what came of it in each round. */
export interface Crowds {
  people: number;
  runs: Joined[];
}

/** What figures can only be understood with. */
interface Circumstances {
  rounds: number;
  seconds: number;
  cores: number;
  node: string;
}

/**
 * `docs/benchmark-chat.md`.
 * @param harder with more and more messages, until it breaks
 * @param crowds of one size, who join a room at once
 */
export function chatPage(
  figures: Figure[],
  harder: Figure[],
  crowds: Crowds,
  { rounds, seconds, cores, node }: Circumstances,
): string {
  return `# What talking takes

\`npm run bench:chat\` writes this page. The figures are ${rounds === 1 ? 'of one round' : `the median of ${rounds} rounds`} on ${cores} processor cores with Node ${node}.

${figuresTable(figures)}

## How it is measured

In each room, whatever its size, ten messages are sent a second: in a room of ten everybody says something once a second, in one of 100 every ten
seconds, in one of 500 every 50, each at another moment. So 1,000 people hear 10,000 messages a second together. That is more than people read: a room
in which everybody of 100 spoke every second would scroll away at 100 lines a second. It lasts ${seconds} seconds after 5 of warming up. What people say carries
the time at which it was sent; each of the room notes when it hears it. All of it is heard, or the measurement fails. One node, its database and all the
people share the cores.

- **Stalled** is the share of people whose sockets read nothing any more once they are in their room, and say nothing. The others' times are those of
  people who read.
- **This project** stores each message before anybody hears it: checked, counted against its sender's limit, with its place in the room's order.
- **Socket.IO alone** ${manifest.dependencies['socket.io']} passes on what it is sent, and does nothing else: less than this is not to be had.

Core is the share of one processor core that the server's process takes; PostgreSQL is another process, the embedded database is not. Memory is the most
that the server's process held from its start on, in megabytes of 1,000,000 bytes (its \`maxRSS\`). Heap is what V8 holds for one connection over which
nothing is said, after garbage was collected, in kilobytes of 1,000 bytes.

## A crowd that comes at once

${crowdsTable(crowds)}

Signed-in people on PostgreSQL open their sockets in the same moment, as after a restart of the service; each reads the lobby and enters the same
public room. The time ends when the last of them is in. Events are those of presence that one person was sent until three seconds later.

## Where it breaks

The same in rooms of 100 on PostgreSQL with ever more messages, one round each, until the slowest hundredth is heard after a second or later, or not
everything is heard at all (–). Nobody may say more than one message a second, which is 100 a second in such a room. The people, who read and measure every
message in one process, take as much of the two cores as the server does: with more cores it breaks later.

${figuresTable(harder)}

\`npm run bench:chat -- --rounds 1 --seconds 5\` is a quick look. It needs PostgreSQL (\`npm run setup\`) and a built site.
`;
}

export function crowdsTable({ people, runs }: Crowds): string {
  const { seconds, events } = medianOf({ runs });
  const row = [formatNumber(people), formatNumber(seconds, 1), formatNumber(events)];
  return table([['people', 'all in the room after, s', 'events a person, at most'], row], []);
}

/** One row a server. */
export function figuresTable(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, people, roomSize, rate, stalled, runs } = figure;
    const circumstances = [
      name,
      formatNumber(people),
      formatNumber(roomSize),
      formatNumber((people / roomSize) * rate),
    ];
    return [...circumstances, `${formatNumber(stalled * 100)} %`, ...(runs.length ? cellsOf(figure) : NOTHING)];
  });
  return table([[...'server|people|rooms of|messages/s|stalled'.split('|'), ...COLUMNS], ...rows], ['server']);
}

const COLUMNS = ['heard p50, ms', 'heard p99, ms', 'stored p99, ms', 'core', 'memory, MB', 'heap, kB'];
const NOTHING = COLUMNS.map(() => '–');

function cellsOf(figure: Figure): string[] {
  const { heardP50, heardP99, storedP99, core, memory, heap } = medianOf(figure);
  const times = [heardP50, heardP99, storedP99].map((ms) => formatNumber(ms));
  return [...times, `${formatNumber(core * 100)} %`, formatNumber(memory / 1e6), formatNumber(heap / 1000, 1)];
}

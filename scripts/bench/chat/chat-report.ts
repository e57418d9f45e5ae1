import manifest from '../../../package.json' with { type: 'json' };
import { table } from '../../lib/markdown-table.ts';
import { formatNumber, medianOf } from '../lib/numbers.ts';
import type { Joined } from './load.ts';
import type { Contender, Measurement } from './measure-chat.ts';

export interface ChatFigure extends Pick<Contender, 'name' | 'roomSize' | 'rate' | 'stalled'> {
  people: number;
  /** None where not everything was heard. */
  runs: Measurement[];
}

/** People who join a room at once, and the result of each round. */
export interface JoinRuns {
  people: number;
  runs: Joined[];
}

/** The conditions of a measurement. */
interface Circumstances {
  rounds: number;
  seconds: number;
  cores: number;
  node: string;
}

/**
 * `docs/benchmark-chat.md`.
 * @param harder runs with a rising rate of messages, up to overload
 * @param crowds of equal size that join a room at once
 */
export function chatPage(
  figures: ChatFigure[],
  harder: ChatFigure[],
  crowds: JoinRuns,
  { rounds, seconds, cores, node }: Circumstances,
): string {
  return `# Benchmark of the chat

\`npm run bench:chat\` writes this page. The figures are ${rounds === 1 ? 'of one round' : `the median of ${rounds} rounds`} on ${cores} processor cores with Node ${node}.

${figuresTable(figures)}

## How it is measured

Each room gets ten messages a second: in a room of ten each person sends one a second, in a room of 100 every ten seconds, in a room of 500
every 50, at different moments. So 1,000 people receive 10,000 messages a second together. That is more than people read: a room
of 100 in which each person wrote every second would scroll at 100 lines a second. A round lasts ${seconds} seconds after 5 of warming up. A message carries
the time at which it was sent; each person of the room notes when it arrives (heard). All messages arrive, or the measurement fails. One node, its database and the
program that plays all people share the cores.

- **Stalled** is the share of people whose sockets stop reading once they are in their room, and send nothing. Times are those of the
  other people.
- **This project** checks each message, counts it against the limit of its sender, and stores it in the order of the room before it is sent on.
- **Socket.IO alone** ${manifest.dependencies['socket.io']} sends messages on and does nothing else: the lower bound.

Core is the share of one processor core that the server's process takes; PostgreSQL is another process, the embedded database is not. Memory is the most
that the server's process held since its start, in megabytes of 1,000,000 bytes (its \`maxRSS\`). Heap is the memory of V8 for one idle connection
after a garbage collection, in kilobytes of 1,000 bytes.

## A crowd that comes at once

${joinTable(crowds)}

Signed-in people on PostgreSQL open their sockets in the same moment, as after a restart of the service; each reads the lobby and enters the same
public room. The time ends when the last of them is in. Events are presence events to one person, until three seconds later.

## Where it breaks

The same in rooms of 100 on PostgreSQL with more messages each time, one round each, until the slowest hundredth arrives after a second or later, or
messages are missing (–). The limit is one message a second for each person, which is 100 a second in such a room. One process plays the people, who read and
measure every message, and takes as much of the two cores as the server does: with more cores it breaks later.

${figuresTable(harder)}

\`npm run bench:chat -- --rounds 1 --seconds 5\` is a quick look. It needs PostgreSQL (\`npm run setup:all\`) and a built site.
`;
}

export function joinTable({ people, runs }: JoinRuns): string {
  const { seconds, events } = medianOf({ runs });
  const row = [formatNumber(people), formatNumber(seconds, 1), formatNumber(events)];
  return table([['people', 'all in the room after, s', 'events a person, at most'], row], []);
}

/** A row per server. */
export function figuresTable(figures: ChatFigure[]): string {
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

function cellsOf(figure: ChatFigure): string[] {
  const { heardP50, heardP99, storedP99, core, memory, heap } = medianOf(figure);
  const times = [heardP50, heardP99, storedP99].map((ms) => formatNumber(ms));
  return [...times, `${formatNumber(core * 100)} %`, formatNumber(memory / 1e6), formatNumber(heap / 1000, 1)];
}

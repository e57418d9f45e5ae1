// People who talk, in a process of their own. Started by `npm run bench:chat`.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { io, type Socket } from 'socket.io-client';

import { SOCKET_PATH } from '../../../src/contract/api-paths.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../src/contract/chat/chat-events.ts';
import type { ChatResponse } from '../../../src/contract/chat/chat-protocol.ts';
import { lookUp, required } from '../../../src/shared/required.ts';
import { sendToParent } from '../../../src/shared/send-to-parent.ts';
import { edition } from '../lib/measured-edition.ts';
import type { Talker } from '../lib/signed-in-users.ts';

/** An order of the parent process: first open all sockets, then talk for a while; or join a room at once. */
export type Order = Opening | Talking | Joining;

interface Opening {
  port: number;
  talkers: Talker[];
  /** Share of people whose sockets read nothing once they are in a room. */
  stalled: number;
}

interface Talking {
  seconds: number;
  /** Time between two messages of a person. */
  everyMs: number;
}

interface Joining {
  port: number;
  talkers: Talker[];
  /** The room that all people enter, each as soon as possible. */
  room: string;
}

/** Result of {@link Joining}. */
export interface Joined {
  /** From the first connection attempt until the last person is in the room. */
  seconds: number;
  /** Presence events sent to the person who got most of them. */
  events: number;
}

/** Result of {@link Talking}. Times are milliseconds since the message was sent. */
export interface Talked {
  /** Until a listener hears it. */
  heardP50: number;
  heardP99: number;
  /** Until its sender knows that it is stored. */
  storedP99: number;
  /** Deliveries of messages to listeners, and how many were due. */
  heard: number;
  expected: number;
}

type ChatSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

const AT_ONCE = 20;
/** Time for the last messages to arrive. */
const END_MS = 10_000;
/** Time for the last presence events to arrive: a room gets at most one per second. */
const PRESENCE_MS = 3000;

const sockets: { socket: ChatSocket; room: string }[] = [];

process.on('message', (order: Order) => {
  const work = 'room' in order ? join(order) : 'port' in order ? open(order) : talk(order);
  void work.then((result) => sendToParent(result ?? {}));
});
process.on('disconnect', () => process.exit());

async function open({ port, talkers, stalled }: Opening): Promise<void> {
  const waiting = [...talkers.entries()];
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [number, talker] = next;
      const socket = await openOne(port, number, talker);
      // As many in each room.
      if (stalled && number % Math.round(1 / stalled) === 0) stopReading(socket);
      else sockets.push({ socket, room: required(talker.rooms[0], 'room of a person') });
    }
  });
  await Promise.all(lanes);
}

/** All people connect at the same moment, as after a restart of the service. */
async function join({ port, talkers, room }: Joining): Promise<Joined> {
  const counters: { events: number }[] = [];
  const begin = performance.now();
  const joining = talkers.map(async (talker, number) => {
    const socket = await openOne(port, number, talker);
    const counter = { events: 0 };
    counters.push(counter);
    socket.on('presence', () => (counter.events += 1));
    const answer = (await (socket as Socket).emitWithAck('enter', { room })) as ChatResponse<'enter'>;
    if ('error' in answer) throw new Error(answer.error);
  });
  await Promise.all(joining);
  const seconds = (performance.now() - begin) / 1000;
  await sleep(PRESENCE_MS);
  return { seconds, events: Math.max(...counters.map(({ events }) => events)) };
}

async function openOne(port: number, number: number, { cookie, rooms }: Talker): Promise<ChatSocket> {
  const socket: ChatSocket = io(`http://127.0.0.1:${port}`, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { room: rooms[0] },
    extraHeaders: {
      Host: edition.host,
      Origin: `https://${edition.host}`,
      Cookie: cookie,
      'X-Forwarded-For': `198.18.${number >> 8}.${number & 255}`,
    },
  });
  await new Promise<void>((done, failed) => socket.once('connect', done).once('connect_error', failed));
  await (socket as Socket).emitWithAck('lobby', {});
  return socket;
}

/** Takes nothing off the network any more, as a telephone in a tunnel. */
function stopReading({ io: { engine } }: ChatSocket): void {
  (engine.transport as unknown as { ws: { pause: () => void } }).ws.pause();
}

/** People whose sockets read send messages at regular intervals, each with a random start. */
async function talk({ seconds, everyMs }: Talking): Promise<Talked> {
  const heard: number[] = [];
  const stored: number[] = [];
  let sent = 0;
  let expected = 0;
  const listeners = new Map([...Map.groupBy(sockets, ({ room }) => room)].map(([room, all]) => [room, all.length]));
  for (const { socket } of sockets) {
    socket.off('changes').on('changes', ({ messages }) => {
      const now = performance.now();
      for (const { text } of messages) heard.push(now - Number(text));
    });
  }
  const end = performance.now() + seconds * 1000;
  const talking = sockets.map(async ({ socket, room }) => {
    await sleep(Math.random() * everyMs);
    while (performance.now() < end) {
      const begin = performance.now();
      sent += 1;
      socket.emit('send', { room, id: randomUUID(), text: String(begin) }, (answer) => {
        if ('error' in answer) throw new Error(answer.error);
        stored.push(performance.now() - begin);
        expected += lookUp(listeners, room);
      });
      await sleep(Math.max(0, everyMs - (performance.now() - begin)));
    }
  });
  await Promise.all(talking);
  const last = performance.now() + END_MS;
  while ((stored.length < sent || heard.length < expected) && performance.now() < last) await sleep(100);
  // Of no messages, no quantile is a number.
  const quantile = (numbers: Float64Array, share: number): number =>
    numbers[Math.floor(numbers.length * share)] ?? Number.NaN;
  const inOrder = Float64Array.from(heard).toSorted();
  return {
    heardP50: quantile(inOrder, 0.5),
    heardP99: quantile(inOrder, 0.99),
    storedP99: quantile(Float64Array.from(stored).toSorted(), 0.99),
    heard: heard.length,
    expected,
  };
}

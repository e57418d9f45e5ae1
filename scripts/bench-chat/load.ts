// People who talk, in a process of their own. Started by `npm run bench:chat`.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { io, type Socket } from 'socket.io-client';

import { SOCKET_PATH, type ToBrowser, type ToService } from '../../src/contract/chat.ts';
import { edition } from './edition.ts';
import type { Talker } from './people.ts';

/** What the parent process asks for. */
export type Order = { port: number; talkers: Talker[] } | { seconds: number };

/** Milliseconds, from the moment in which somebody sends. */
export interface Times {
  /** Until each listener hears it. */
  heard: number[];
  /** Until its sender knows that it is stored. */
  stored: number[];
}

type Talking = Socket<ToBrowser, ToService>;

const AT_ONCE = 20;
const EVERY_MS = 1000;
/** In which the last messages arrive. */
const END_MS = 2000;

const sockets: { socket: Talking; room: string }[] = [];

process.on('message', (order: Order) => {
  const work = 'port' in order ? open(order.port, order.talkers) : talk(order.seconds);
  void work.then((times) => process.send!(times ?? {}));
});
process.on('disconnect', () => process.exit());

async function open(port: number, talkers: Talker[]): Promise<void> {
  const waiting = [...talkers];
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let talker = waiting.pop(); talker; talker = waiting.pop()) await openOne(port, talker);
  });
  await Promise.all(lanes);
}

async function openOne(port: number, { cookie, rooms }: Talker): Promise<void> {
  const host = `${edition.host}.localhost:${port}`;
  const room = rooms[0]!;
  const socket: Talking = io(`http://127.0.0.1:${port}`, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { room },
    extraHeaders: { Host: host, Origin: `http://${host}`, Cookie: cookie },
  });
  await new Promise<void>((done, failed) => socket.once('connect', done).once('connect_error', failed));
  await (socket as Socket).emitWithAck('lobby', {});
  sockets.push({ socket, room });
}

/** Everybody says something once a second. */
async function talk(seconds: number): Promise<Times> {
  const times: Times = { heard: [], stored: [] };
  for (const { socket } of sockets) {
    socket.off('changes').on('changes', ({ messages }) => {
      const now = performance.now();
      for (const { text } of messages) times.heard.push(now - Number(text));
    });
  }
  const end = performance.now() + seconds * 1000;
  const talking = sockets.map(async ({ socket, room }) => {
    await sleep(Math.random() * EVERY_MS);
    while (performance.now() < end) {
      const begin = performance.now();
      socket.emit('send', { room, id: randomUUID(), text: String(begin) }, (answer) => {
        if ('error' in answer) throw new Error(answer.error);
        times.stored.push(performance.now() - begin);
      });
      await sleep(EVERY_MS - (performance.now() - begin));
    }
  });
  await Promise.all(talking);
  await sleep(END_MS);
  return times;
}

// People who talk, in a process of their own. Started by `npm run bench:chat`.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { io, type Socket } from 'socket.io-client';

import { SOCKET_PATH, type ToBrowser, type ToService } from '../../src/contract/chat.ts';
import { edition, type Talker } from './people.ts';

export interface Order {
  port: number;
  talkers: Talker[];
}

export interface Report {
  /** From sending to hearing, of every listener, in milliseconds. */
  fanOut: number[];
  /** From sending to knowing that it is stored. */
  stored: number[];
  sent: number;
  refused: number;
}

type Talking = Socket<ToBrowser, ToService>;

const AT_ONCE = 20;
let sockets: { socket: Talking; room: string }[] = [];

process.on('message', (message: { open: Order } | { talk: { seconds: number } }) => {
  const work = 'open' in message ? open(message.open) : talk(message.talk.seconds);
  void work.then((report) => process.send!(report));
});
process.on('disconnect', () => process.exit());

async function open({ port, talkers }: Order): Promise<object> {
  const waiting = [...talkers];
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let talker = waiting.pop(); talker; talker = waiting.pop()) await openOne(port, talker);
  });
  await Promise.all(lanes);
  return {};
}

async function openOne(port: number, { cookie, rooms: [room] }: Talker): Promise<void> {
  const host = `${edition.host}.localhost:${port}`;
  const socket: Talking = io(`http://127.0.0.1:${port}`, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { Host: host, Origin: `http://${host}`, Cookie: cookie },
  });
  await new Promise<void>((done, failed) => socket.once('connect', done).once('connect_error', failed));
  await (socket as Socket).emitWithAck('lobby', {});
  sockets.push({ socket, room: room! });
}

/** Everybody says something once a second. */
async function talk(seconds: number): Promise<Report> {
  const report: Report = { fanOut: [], stored: [], sent: 0, refused: 0 };
  for (const { socket } of sockets) {
    socket.off('changes').on('changes', ({ messages }) => {
      const now = performance.now();
      for (const { text } of messages) report.fanOut.push(now - Number(text));
    });
  }
  const end = performance.now() + seconds * 1000;
  const talking = sockets.map(async ({ socket, room }) => {
    await sleep(Math.random() * 1000);
    while (performance.now() < end) {
      const begin = performance.now();
      report.sent += 1;
      socket.emit('send', { room, id: randomUUID(), text: String(begin) }, (answer) => {
        report.stored.push(performance.now() - begin);
        if ('error' in answer) report.refused += 1;
      });
      await sleep(1000 - (performance.now() - begin));
    }
  });
  await Promise.all(talking);
  await sleep(2000);
  return report;
}

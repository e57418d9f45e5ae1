import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { io, type Socket } from 'socket.io-client';

import { SOCKET_PATH } from '../../../src/contract/api-paths.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../src/contract/chat/chat-events.ts';
import type { Decide } from '../../../src/contract/moderation/protocol.ts';
import { edition } from '../lib/measured-edition.ts';
import type { Talker } from '../lib/signed-in-users.ts';
import { askAsModerator } from './moderator-client.ts';

export type ChatSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Sockets of the banned person on each node. */
export const SOCKETS = 3;

/** Times of a ban, in milliseconds since its request was sent. */
export interface BanTimes {
  /** Until its answer. */
  answerMs: number;
  /** Until the last socket of the person was cut and no event came any more. */
  silenceMs: number;
}

let addresses = 0;

/** Opens a socket of a person. */
export async function openChat(port: number, { cookie }: Talker): Promise<ChatSocket> {
  const address = addresses++;
  const socket: ChatSocket = io(`http://127.0.0.1:${port}`, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: {
      Host: edition.host,
      Origin: `https://${edition.host}`,
      Cookie: cookie,
      'X-Forwarded-For': `198.18.${address >> 8}.${address & 255}`,
    },
  });
  await new Promise<void>((done, failed) => socket.once('connect', done).once('connect_error', failed));
  await (socket as Socket).emitWithAck('lobby', {});
  return socket;
}

/** Has people talk in a room until it is stopped, each a message a second, so that events are always under way. */
export function keepTalking(sockets: ChatSocket[], room: string): { stop: () => void } {
  const timers = sockets.map((socket) =>
    setInterval(
      () => {
        socket.emit('send', { room, id: randomUUID(), text: randomUUID() }, () => undefined);
      },
      1000 + Math.random() * 100,
    ),
  );
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}

/** Opens the sockets of a person on all nodes, bans the person through the first node, and measures the silence. */
export async function measureBan(
  ports: [number, ...number[]],
  moderator: Talker,
  person: Talker,
  decision: Decide,
): Promise<BanTimes> {
  const sockets = await Promise.all(
    ports.flatMap((port) => Array.from({ length: SOCKETS }, () => openChat(port, person))),
  );
  const { case: id } = await askAsModerator<{ case: string }>(ports[0], moderator, 'openCase', { nickname: person.id });
  let lastAt = 0;
  const note = (): void => {
    lastAt = performance.now();
  };
  const cut = sockets.map(
    (socket) => new Promise<void>((done) => socket.onAny(note).once('disconnect', () => done(note()))),
  );
  const begin = performance.now();
  await askAsModerator(ports[0], moderator, 'decide', { case: id, ...decision });
  const answerMs = performance.now() - begin;
  await Promise.all(cut);
  // A late event would arrive within this time.
  await sleep(50);
  return { answerMs, silenceMs: lastAt - begin };
}

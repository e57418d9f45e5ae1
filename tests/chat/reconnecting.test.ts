import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { SOCKET_PATH } from '../../src/contract/api-paths.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '../../src/contract/chat/chat-events.ts';
import {
  type ChatConnection,
  type ConnectionState,
  openConnection,
} from '../../src/islands/chat/client/socket-connection.ts';

const PEOPLE = 20;

let io: Server<ClientToServerEvents, ServerToClientEvents>;
let connections: ChatConnection[];
/** Times at which sockets were opened. */
let opened: number[];

beforeEach(async () => {
  const server = createServer();
  io = new Server(server, { path: SOCKET_PATH, transports: ['websocket'] });
  opened = [];
  io.on('connection', () => opened.push(performance.now()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const options = { url: `http://127.0.0.1:${port}`, forceNew: true };
  connections = Array.from({ length: PEOPLE }, () => openConnection(() => undefined, options));
  await expect.poll(() => opened.length).toBe(PEOPLE);
});
afterEach(async () => {
  for (const { close } of connections) close();
  await io.close();
});

const secondsFromFirstToLast = (): number => (opened.at(-1)! - opened[PEOPLE]!) / 1000;

test('browsers that lose their node at the same moment reconnect spread over time', async () => {
  for (const { conn } of io.sockets.sockets.values()) conn.close();
  await expect.poll(() => opened.length).toBe(2 * PEOPLE);
  expect(secondsFromFirstToLast()).toBeGreaterThan(1);
});

test('browsers leave a draining node spread over the time that it gives', async () => {
  const before = performance.now();
  io.emit('draining', { withinMs: 4000 });
  await expect.poll(() => opened.length).toBe(2 * PEOPLE);
  expect(opened[PEOPLE]! - before).toBeLessThan(4000);
  expect(secondsFromFirstToLast()).toBeGreaterThan(1);
  expect(io.sockets.sockets.size).toBe(PEOPLE);
});

test('a banned browser asks again when its page is shown, and no more once it is signed out', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  onTestFinished(() => void vi.unstubAllGlobals());
  const refusals: string[] = [];
  let error = 'banned';
  io.use((_socket, next) => {
    refusals.push(error);
    next(Object.assign(new Error(error), { data: { error, until: Date.now() + 3_600_000 } }));
  });
  const { port } = io.httpServer.address() as AddressInfo;
  const states: string[] = [];
  const onState = ({ status }: ConnectionState) => void states.push(status);
  connections.push(openConnection(onState, { url: `http://127.0.0.1:${port}`, forceNew: true }));
  await expect.poll(() => states).toEqual(['banned']);
  const turn = async (visibilityState: string): Promise<void> => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
    await sleep(500);
  };
  await turn('hidden');
  expect(refusals).toEqual(['banned']);
  await turn('visible');
  expect(refusals).toEqual(['banned', 'banned']);
  error = 'signedOut';
  await turn('visible');
  await turn('visible');
  expect(refusals).toEqual(['banned', 'banned', 'signedOut']);
  expect(states.at(-1)).toBe('signedOut');
});

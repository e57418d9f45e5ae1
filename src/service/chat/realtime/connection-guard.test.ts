import { EventEmitter } from 'node:events';

import type { Socket } from 'socket.io';
import { beforeEach, expect, test, vi } from 'vitest';

import { Metrics } from '../../metrics/metrics.ts';
import { createConnectionGuard } from './connection-guard.ts';

const KB = 1024;

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** A connection whose transport takes a single flush until it drains, like that of Engine.IO. */
function newConnection() {
  const webSocket = Object.assign(new EventEmitter(), { bufferedAmount: 0, terminate: vi.fn() });
  const parse = vi.fn();
  const network = Object.assign(new EventEmitter(), { pause: vi.fn(), resume: vi.fn(), destroyed: false });
  network.on('data', parse);
  const conn = Object.assign(new EventEmitter(), {
    request: { socket: network },
    writeBuffer: [] as object[],
    transport: { writable: true, socket: webSocket },
    close: vi.fn(),
  });
  const guard = createConnectionGuard(new Metrics());
  guard.guard(conn as unknown as Socket['conn']);
  const flush = (): void => {
    if (!conn.transport.writable || !conn.writeBuffer.length) return;
    webSocket.bufferedAmount += conn.writeBuffer.reduce(
      (bytes, packet) => bytes + (packet as { data: string }).data.length,
      0,
    );
    conn.writeBuffer = [];
    conn.transport.writable = false;
  };
  return {
    conn,
    webSocket,
    network,
    parse,
    unsentOfAll: guard.unsentBytes,
    connection: guard.of({ conn } as unknown as Socket),
    send: (bytes: number): void => {
      const packet = { data: 'x'.repeat(bytes) };
      conn.emit('packetCreate', packet);
      conn.writeBuffer.push(packet);
      flush();
    },
    /** The reader receives all of the current flush. */
    drain: (): void => {
      webSocket.bufferedAmount = 0;
      conn.transport.writable = true;
      flush();
    },
  };
}

test('counts unsent bytes of the current flush and of the queue', () => {
  const { unsentOfAll, connection, send, drain } = newConnection();
  const unsent = (): number[] => [connection.unsentBytes(), unsentOfAll(), connection.writtenBytes()];
  send(10 * KB);
  send(20 * KB);
  send(30 * KB);
  expect(unsent()).toEqual([60 * KB, 60 * KB, 60 * KB]);
  drain();
  expect(unsent()).toEqual([50 * KB, 50 * KB, 60 * KB]);
  send(5 * KB);
  expect(unsent()).toEqual([55 * KB, 55 * KB, 65 * KB]);
  drain();
  drain();
  expect(unsent()).toEqual([0, 0, 65 * KB]);
});

test('disconnects a reader at the next packet while more than 1 MB is unsent, but not for a single large packet', () => {
  const { webSocket, send } = newConnection();
  send(2000 * KB);
  expect(webSocket.terminate).not.toHaveBeenCalled();
  send(1);
  expect(webSocket.terminate).toHaveBeenCalled();
});

test('does not disconnect a slow reader that catches up', () => {
  const { webSocket, send, drain } = newConnection();
  for (let second = 0; second < 100; second += 1) {
    for (let number = 0; number < 10; number += 1) send(100 * KB);
    drain();
    drain();
    vi.advanceTimersByTime(15_000);
  }
  expect(webSocket.terminate).not.toHaveBeenCalled();
});

test('disconnects a reader that has not caught up for twenty seconds, even with few bytes', () => {
  const { webSocket, send } = newConnection();
  for (let second = 0; second < 22; second += 2) {
    send(1);
    vi.advanceTimersByTime(2000);
  }
  expect(webSocket.terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  send(1);
  expect(webSocket.terminate).toHaveBeenCalled();
});

test.each(['a disconnect', 'the end of Engine.IO'])(
  'closes a connection with unsent bytes a second after %s',
  (end) => {
    const { conn, connection, webSocket, send } = newConnection();
    send(10 * KB);
    if (end === 'a disconnect') connection.closeSoon();
    else conn.emit('close');
    expect(webSocket.terminate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(webSocket.terminate).toHaveBeenCalled();
  },
);

/** Frames of each kind that a connection may send at once. */
const frames: [
  what: string,
  receive: (connection: ReturnType<typeof newConnection>) => void,
  before: number,
  after: number,
][] = [
  ['messages', ({ webSocket }) => webSocket.emit('message', Buffer.from('42["heads",{}]')), 8, 300],
  ['messages of 2 kB', ({ webSocket }) => webSocket.emit('message', Buffer.alloc(2 * KB)), 4, 150],
  ['empty messages', ({ webSocket }) => webSocket.emit('message', Buffer.alloc(0)), 8, 300],
  ['WebSocket pings', ({ webSocket }) => webSocket.emit('ping'), 8, 300],
  ['WebSocket pongs', ({ webSocket }) => webSocket.emit('pong'), 8, 300],
];

test.each(frames)('cuts a connection with too many %s, before and after sign-in', (_, receive, before, after) => {
  for (const [isSignedIn, most] of [
    [false, before],
    [true, after],
  ] as const) {
    const one = newConnection();
    if (isSignedIn) one.connection.signIn();
    for (let number = 0; number < most; number += 1) receive(one);
    expect(one.webSocket.terminate).not.toHaveBeenCalled();
    receive(one);
    expect(one.webSocket.terminate).toHaveBeenCalledOnce();
    expect(one.conn.close).toHaveBeenCalledExactlyOnceWith(true);
  }
});

test('a connection that sends slowly is never cut', () => {
  const one = newConnection();
  for (let number = 0; number < 1000; number += 1) {
    one.webSocket.emit('message', Buffer.from('3'));
    vi.advanceTimersByTime(2000);
  }
  expect(one.webSocket.terminate).not.toHaveBeenCalled();
});

test.each(['0/', '0/admin,', '0/admin,{}', '2/admin,["heads",{}]', '51-/admin,["heads",{}]', '1/x'])(
  'the packet %s of another namespace closes its connection',
  (data) => {
    const { conn, webSocket } = newConnection();
    conn.emit('packet', { data });
    expect([conn.close.mock.calls, webSocket.terminate.mock.calls]).toEqual([[[true]], [[]]]);
  },
);

test.each([
  ['before', KB],
  ['after', 8 * KB],
])('bytes that arrive together %s sign-in are parsed in turns of the event loop, in their order', (when, turn) => {
  const { network, parse, connection } = newConnection();
  if (when === 'after') connection.signIn();
  const parsed = (): Buffer => Buffer.concat(parse.mock.calls.map(([bytes]) => bytes as Buffer));
  const bytes = Buffer.from(Array.from({ length: 3 * turn }, (_, number) => number % 251));
  network.emit('data', bytes);
  expect([parsed().length, network.pause.mock.calls.length, network.resume.mock.calls.length]).toEqual([turn, 1, 0]);
  vi.advanceTimersToNextTimer();
  network.emit('data', Buffer.from('more'));
  expect(parsed().length).toBe(2 * turn);
  vi.runAllTimers();
  expect(parsed()).toEqual(Buffer.concat([bytes, Buffer.from('more')]));
  expect(network.resume).toHaveBeenCalledOnce();
});

test.each(['a cut', 'the end'])('bytes are not parsed after %s of the connection', (what) => {
  const { network, parse } = newConnection();
  network.emit('data', Buffer.alloc(20 * KB));
  if (what === 'a cut') network.destroyed = true;
  else network.removeListener('data', parse);
  vi.runAllTimers();
  expect(parse).toHaveBeenCalledOnce();
});

import { EventEmitter } from 'node:events';

import { beforeEach, expect, test, vi } from 'vitest';

import { unsentBytesOf, watchSendBuffer } from './send-buffer.ts';

type Watched = Parameters<typeof watchSendBuffer>[0];

const KB = 1024;

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** A socket whose transport takes a single flush until it drains, like that of Engine.IO. */
function newSocket() {
  const terminate = vi.fn();
  const webSocket = { bufferedAmount: 0, terminate };
  const conn = Object.assign(new EventEmitter(), {
    writeBuffer: [] as object[],
    transport: { writable: true, socket: webSocket },
  });
  const flush = (): void => {
    if (!conn.transport.writable || !conn.writeBuffer.length) return;
    webSocket.bufferedAmount += conn.writeBuffer.reduce(
      (bytes, packet) => bytes + (packet as { data: string }).data.length,
      0,
    );
    conn.writeBuffer = [];
    conn.transport.writable = false;
  };
  const socket = Object.assign(new EventEmitter(), { conn }) as unknown as Watched;
  return {
    socket,
    terminate,
    buffer: watchSendBuffer(socket),
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
  const { socket, buffer, send, drain } = newSocket();
  const unsent = (): number[] => [buffer.unsentBytes(), unsentBytesOf(socket), buffer.writtenBytes()];
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
  const { terminate, send } = newSocket();
  send(2000 * KB);
  expect(terminate).not.toHaveBeenCalled();
  send(1);
  expect(terminate).toHaveBeenCalled();
});

test('does not disconnect a slow reader that catches up', () => {
  const { terminate, send, drain } = newSocket();
  for (let second = 0; second < 100; second += 1) {
    for (let number = 0; number < 10; number += 1) send(100 * KB);
    drain();
    drain();
    vi.advanceTimersByTime(15_000);
  }
  expect(terminate).not.toHaveBeenCalled();
});

test('disconnects a reader that has not caught up for twenty seconds, even with few bytes', () => {
  const { terminate, send } = newSocket();
  for (let second = 0; second < 22; second += 2) {
    send(1);
    vi.advanceTimersByTime(2000);
  }
  expect(terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  send(1);
  expect(terminate).toHaveBeenCalled();
});

test('closes the connection a second after the socket, even with unsent bytes', () => {
  const { socket, terminate, send } = newSocket();
  send(10 * KB);
  (socket as unknown as EventEmitter).emit('disconnect');
  expect(terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(terminate).toHaveBeenCalled();
});

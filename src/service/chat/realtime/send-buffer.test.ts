import { EventEmitter } from 'node:events';

import { beforeEach, expect, test, vi } from 'vitest';

import { unsentBytesOf, watchSendBuffer } from './send-buffer.ts';

type Watched = Parameters<typeof watchSendBuffer>[0];

const KB = 1024;

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** A socket whose transport takes one packet, and the next ones after it was drained, as those of Engine.IO do. */
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
      (bytes, one) => bytes + (one as { data: string }).data.length,
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
    /** The reader takes all of the current flush. */
    drain: (): void => {
      webSocket.bufferedAmount = 0;
      conn.transport.writable = true;
      flush();
    },
  };
}

test('unsent bytes are those of the current flush and those behind it', () => {
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

test('a reader is cut once more is to be sent to it while over 1 MB waits, and not for one answer that is big', () => {
  const { terminate, send } = newSocket();
  send(2000 * KB);
  expect(terminate).not.toHaveBeenCalled();
  send(1);
  expect(terminate).toHaveBeenCalled();
});

test('a reader that catches up time and again is never cut', () => {
  const { terminate, send, drain } = newSocket();
  for (let second = 0; second < 100; second += 1) {
    for (let number = 0; number < 10; number += 1) send(100 * KB);
    drain();
    drain();
    vi.advanceTimersByTime(15_000);
  }
  expect(terminate).not.toHaveBeenCalled();
});

test('a reader that has not caught up for twenty seconds is cut, however little it is sent', () => {
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

test('the connection ends a second after the socket, whether or not its reader has taken everything', () => {
  const { socket, terminate, send } = newSocket();
  send(10 * KB);
  (socket as unknown as EventEmitter).emit('disconnect');
  expect(terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(terminate).toHaveBeenCalled();
});

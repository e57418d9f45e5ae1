// A script of its own: the chat is shown before its socket opens.
import { io, type ManagerOptions, type SocketOptions, WebSocket as WebSocketTransport } from 'socket.io-client';

import { SOCKET_PATH } from '../../../contract/api-paths.ts';
import type { ConnectionRefused } from '../../../contract/chat/chat-events.ts';
import type { ChatSocket, SocketStatus } from './socket-connection.ts';

export { confirmReceipt } from './confirm-receipt.ts';
export { followService } from './service-events.ts';

/** Longest pause between two attempts, and timeout of an attempt. */
const NORMAL_MS = [5000, 20_000] as const;
/** The same during a call. */
const CALL_MS = [1000, 3000] as const;

/** Opens a socket to the chat. */
export const openSocket = (url: string, options: Partial<ManagerOptions & SocketOptions>): ChatSocket =>
  io(url, {
    path: SOCKET_PATH,
    transports: transports(),
    // Random from 0 to 3 s, because all users of a stopped node reconnect at once.
    reconnectionDelay: 1500,
    randomizationFactor: 1,
    reconnectionDelayMax: NORMAL_MS[0],
    timeout: NORMAL_MS[1],
    ...options,
  });

/** Shortens the pauses between attempts, or makes them long again. */
export function setFastRetry({ io: manager }: ChatSocket, on: boolean): void {
  const [delay, timeout] = on ? CALL_MS : NORMAL_MS;
  manager.reconnectionDelayMax(delay).timeout(timeout);
}

/**
 * Keeps the status of a connection up to date.
 * @param tryAgain makes a further attempt after a pause, or none
 */
export function followSocket(
  socket: ChatSocket,
  { open, wait, refuse }: SocketStatus,
  tryAgain: (afterMs: number | undefined) => void,
): void {
  socket.on('draining', ({ withinMs }) => tryAgain(Math.random() * withinMs));
  socket.on('connect', () => {
    tryAgain(undefined);
    open();
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    wait();
    // The service closed the connection; the answer to the next attempt holds the reason.
    if (reason === 'io server disconnect') tryAgain(0);
  });
  socket.on('connect_error', (error) => {
    const { data } = error as { data?: ConnectionRefused };
    const pauseMs = refuse(data);
    // Socket.IO makes no further attempt after a refusal by the service.
    if (data) tryAgain(pauseMs);
  });
}

/** The transports of the chat: they take the connection that `start-early.ts` has opened, if there is one. */
const transports = (): string[] | (typeof WebSocketTransport)[] =>
  globalThis.earlySocket ? [EarlyWebSocketTransport] : ['websocket'];

class EarlyWebSocketTransport extends WebSocketTransport {
  override createSocket(...args: Parameters<WebSocketTransport['createSocket']>): WebSocket {
    const { earlySocket } = globalThis;
    globalThis.earlySocket = undefined;
    const { socket, received } = earlySocket ?? {};
    if (!socket || socket.readyState > WebSocket.OPEN) return super.createSocket(...args) as WebSocket;
    // Engine.IO listens from this task on: it missed the events before.
    queueMicrotask(() => {
      if (socket.readyState === WebSocket.OPEN) socket.onopen?.(new Event('open'));
      for (const event of received!) socket.onmessage?.(event);
    });
    return socket;
  }
}

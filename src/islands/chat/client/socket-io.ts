// A script of its own: the chat is shown before its socket opens.
import { WebSocket as WebSocketTransport } from 'socket.io-client';

export { io } from 'socket.io-client';

/** The transports of the chat: they take the connection that `start-early.ts` has opened, if there is one. */
export const transports = (): string[] | (typeof WebSocketTransport)[] =>
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

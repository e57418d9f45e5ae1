import { connect, type Socket } from 'node:net';

import { SOCKET_PATH } from '../../../src/contract/api-paths.ts';

/** Who connects, as a proxy passes it on. */
export interface Client {
  port: number;
  host: string;
  origin: string;
  address: string;
  cookie?: string;
}

/** Path of a handshake of the chat. */
const HANDSHAKE = `${SOCKET_PATH}/?EIO=4&transport=websocket`;

/** Codes of WebSocket frames. @see https://www.rfc-editor.org/rfc/rfc6455#section-5.2 */
export const opcodes = { continuation: 0, text: 1, ping: 9, pong: 10 };

/** A frame of a client, masked with zeros. */
export function frame(opcode: number, payload: string | Buffer = '', isLast = true): Buffer {
  const bytes = Buffer.from(payload);
  const first = (isLast ? 0x80 : 0) | opcode;
  const length = bytes.length < 126 ? [0x80 | bytes.length] : [0x80 | 126, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from([first, ...length, 0, 0, 0, 0]), bytes]);
}

/** Sends the request of a WebSocket and nothing more. No client library checks what follows. */
export async function requestUpgrade(
  { port, host, origin, address, cookie }: Client,
  path = HANDSHAKE,
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // The service may cut the connection during a write.
  socket.on('error', () => undefined);
  await next(socket, 'connect');
  const headers = {
    Host: host,
    Origin: origin,
    'X-Forwarded-For': address,
    ...(cookie && { Cookie: cookie }),
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

/** Opens a WebSocket of the chat that reads nothing after the handshake. @returns undefined if the service refuses it */
export async function openUnread(client: Client): Promise<Socket | undefined> {
  const socket = await requestUpgrade(client);
  const answer = await next(socket, 'data');
  if (!String(answer).startsWith('HTTP/1.1 101')) return undefined;
  socket.pause();
  return socket;
}

/** Signs a connection in. It reads nothing afterwards. Socket.IO closes a connection that sends a request before. */
export async function signIn(socket: Socket): Promise<void> {
  const signedIn = new Promise<void>((done) => {
    socket.on('data', (data: Buffer) => {
      if (data.includes('40{"sid"')) done();
    });
  });
  socket.resume().write(frame(opcodes.text, '40'));
  await signedIn;
  socket.pause().removeAllListeners('data');
}

/** Resolves once the service has closed a connection. */
export async function closing(socket: Socket): Promise<void> {
  socket.resume();
  if (!socket.closed) await next(socket, 'close');
}

/** The next event of a socket, or its end. An error precedes its end. */
const next = (socket: Socket, event: 'close' | 'connect' | 'data'): Promise<unknown> =>
  new Promise((done) => socket.once(event, done).once('close', done));

import type { EventEmitter } from 'node:events';
import type { Socket as NetSocket } from 'node:net';

import type { Socket } from 'socket.io';

import { LeakyBucket } from '../../../shared/leaky-bucket.ts';
import { required } from '../../../shared/required.ts';
import type { Metrics } from '../../metrics/metrics.ts';

/** A reader with more unsent bytes is disconnected at the next packet: it has stopped reading. */
const STALLED_READER_BYTES = 1_048_576;

/** A reader that has not caught up for this time is disconnected. Longer than the ping timeout. */
const BEHIND_MAX_MS = 20_000;

/** Time to send remaining bytes after a disconnect. */
const CLOSING_MS = 1000;

type Connection = Socket['conn'];

/**
 * Received bytes that are handled before other work. Before sign-in, 170 pings at most: `ws` makes an error for each ping of a turn after a cut.
 * After it, more: a flood that is spread over many turns would regain units on a busy node.
 */
const BYTES_PER_TURN = { beforeSignIn: 1024, signedIn: 8192 };

/** Received bytes per unit; a frame takes at least a unit. */
const BYTES_PER_UNIT = 1024;

/**
 * Units that a connection has at once, and units regained per second. Before sign-in, a page sends a single tiny frame. After it, a tab
 * that reconnects with ten open rooms takes 40 units, and a text of the maximum length takes 16.
 */
const BEFORE_SIGN_IN = { burst: 8, perSecond: 0.5 };
const SIGNED_IN = { burst: 300, perSecond: 100 };

/** A Socket.IO packet of a namespace. Packets of the main namespace name none. @see https://socket.io/docs/v4/socket-io-protocol/#packet-encoding */
const NAMESPACE = /^\d(?:\d*-)?\//;

export type ConnectionGuard = ReturnType<typeof createConnectionGuard>;

/** Limits received frames and unsent packets of connections below Socket.IO, before and after sign-in. */
export function createConnectionGuard({ refusals }: Pick<Metrics, 'refusals'>) {
  const open = new Map<Connection, GuardedConnection>();
  return {
    /** Limits a connection from its first frame on. */
    guard: (conn: Connection): void => {
      open.set(
        conn,
        guardConnection(conn as unknown as EngineSocket, (code) => refusals.inc({ source: 'connection', code })),
      );
      conn.once('close', () => open.delete(conn));
    },
    of: ({ conn }: Pick<Socket, 'conn'>): GuardedConnection => required(open.get(conn), 'guard of a connection'),
    /** Unsent bytes of all connections. */
    unsentBytes: (): number => [...open.values()].reduce((bytes, connection) => bytes + connection.unsentBytes(), 0),
  };
}

/** A connection of Engine.IO, signed in or not. */
export type GuardedConnection = ReturnType<typeof guardConnection>;

/**
 * Packets to a slow reader wait in two places: packets of a flush in `ws` (`bufferedAmount`), and all later packets in the queue of
 * Engine.IO, until `ws` has handed the flush to the kernel.
 */
function guardConnection(conn: EngineSocket, onRefusal: (code: string) => void) {
  const webSocket = conn.transport.socket;
  let written = 0;
  let queued = 0;
  let behindSince: number | undefined;
  let isCut = false;
  /** Bytes that still wait in this process because the reader is slow. */
  const unsentBytes = (): number => (conn.writeBuffer.length ? queued : 0) + webSocket.bufferedAmount;
  const cut = (code: string): void => {
    if (isCut) return;
    isCut = true;
    onRefusal(code);
    // Ends the session of Engine.IO at once: frames that have arrived are dropped.
    conn.close(true);
    webSocket.terminate();
  };
  const limit = new LeakyBucket(BEFORE_SIGN_IN);
  const count = (bytes: number): void => {
    if (!isCut && !limit.take(Math.max(1, bytes / BYTES_PER_UNIT))) cut('tooMany');
  };
  let isSignedIn = false;
  readInTurns(conn.request.socket, () => BYTES_PER_TURN[isSignedIn ? 'signedIn' : 'beforeSignIn']);
  // Before the listener of Engine.IO.
  webSocket.prependListener('message', (data) => count(data.length));
  conn.on('packet', ({ data }) => {
    if (typeof data === 'string' && NAMESPACE.test(data)) cut('namespace');
  });
  // Browsers never send them.
  for (const frame of ['ping', 'pong'] as const) webSocket.on(frame, () => count(0));
  conn.on('packetCreate', (packet) => {
    const bytes = sizeOf(packet);
    written += bytes;
    if (conn.transport.writable) {
      queued = 0;
      behindSince = undefined;
      return;
    }
    const now = performance.now();
    behindSince ??= now;
    if (unsentBytes() > STALLED_READER_BYTES || now - behindSince > BEHIND_MAX_MS) {
      onRefusal('unread');
      return webSocket.terminate();
    }
    queued = conn.writeBuffer.length ? queued + bytes : bytes;
  });
  /** Closes the connection after a moment for remaining bytes: without it, a stalled reader keeps the connection open for a minute. */
  const closeSoon = (): void => void setTimeout(() => webSocket.terminate(), CLOSING_MS).unref();
  conn.once('close', closeSoon);
  /** Gives the connection the limits of signed-in users. */
  const signIn = (): void => {
    isSignedIn = true;
    limit.resize(SIGNED_IN);
  };
  return { writtenBytes: (): number => written, unsentBytes, signIn, closeSoon };
}

/**
 * Has `ws` parse the bytes of a connection in turns of the event loop, a few in each. It would parse a whole chunk of the network at once:
 * up to 64 kB, which is 10,000 frames, also after the connection was cut.
 */
function readInTurns(socket: NetSocket, bytesPerTurn: () => number): void {
  const listeners = socket.listeners('data') as ((chunk: Buffer) => void)[];
  const read = required(listeners[0], 'listener of ws for data');
  let rest: Buffer = NOTHING;
  const readSome = (chunk: Buffer): void => {
    if (rest.length) {
      rest = Buffer.concat([rest, chunk]);
      return;
    }
    const size = bytesPerTurn();
    read.call(socket, chunk.subarray(0, size));
    if (chunk.length <= size) return;
    rest = chunk.subarray(size);
    socket.pause();
    setImmediate(readRest);
  };
  const readRest = (): void => {
    const late = rest;
    rest = NOTHING;
    // `ws` removes its listener once it has received the end.
    if (socket.destroyed || !socket.listeners('data').includes(read)) return;
    readSome(late);
    if (!rest.length) socket.resume();
  };
  socket.removeListener('data', read);
  // With this property, `removeListener('data', read)` removes the listener, as that of `once`.
  socket.on('data', Object.assign(readSome, { listener: read }));
}

const NOTHING = Buffer.alloc(0);

/** Size of a packet. Socket.IO encodes a broadcast once, as a frame of header and payload, for all sockets. */
function sizeOf({ data, options }: Packet): number {
  const frame = options?.wsPreEncodedFrame;
  if (frame) return frame.reduce((bytes, { length }) => bytes + length, 0);
  return typeof data === 'string' ? Buffer.byteLength(data) : (data?.length ?? 0);
}

/** Members of Engine.IO 6.6 that its types do not export. @see https://github.com/socketio/socket.io/blob/main/packages/engine.io/lib/socket.ts */
interface EngineSocket {
  /** `packet` is emitted for each received packet, `packetCreate` before a packet enters the queue. */
  on: (event: 'packet' | 'packetCreate', listener: (packet: Packet) => void) => void;
  once: (event: 'close', listener: () => void) => void;
  close: (discard: true) => void;
  request: { socket: NetSocket };
  writeBuffer: Packet[];
  transport: {
    writable: boolean;
    socket: EngineWebSocket;
  };
}

interface EngineWebSocket extends EventEmitter<{ message: [data: Buffer]; ping: []; pong: [] }> {
  bufferedAmount: number;
  terminate: () => void;
}

interface Packet {
  data?: string | Buffer;
  options?: { wsPreEncodedFrame?: Buffer[] };
}

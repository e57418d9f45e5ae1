import type { ChatSocket } from './socket-server.ts';

/** A reader with more unsent bytes is disconnected at the next packet: it has stopped reading. */
const UNSENT_MAX_BYTES = 1_048_576;

/** A reader that has not caught up for this time is disconnected. Longer than the ping timeout. */
const BEHIND_MAX_MS = 20_000;

/** Time to send remaining bytes after a disconnect. */
const CLOSING_MS = 1000;

/** Bytes written to a socket: in total, and those still waiting in this process because the reader is slow. */
export interface SendBuffer {
  writtenBytes: () => number;
  unsentBytes: () => number;
}

const buffers = new WeakMap<ChatSocket['conn'], SendBuffer>();

/** Unsent bytes of a socket. */
export const unsentBytesOf = ({ conn }: ChatSocket): number => buffers.get(conn)?.unsentBytes() ?? 0;

/**
 * Disconnects a socket whose reader stalls. Packets wait in two places: packets of a flush in `ws` (`bufferedAmount`), and all
 * later packets in the queue of Engine.IO, until `ws` has handed the flush to the kernel.
 */
export function watchSendBuffer(socket: ChatSocket): SendBuffer {
  const conn = socket.conn as unknown as EngineSocket;
  const webSocket = conn.transport.socket;
  let written = 0;
  let queued = 0;
  let behindSince: number | undefined;
  const unsentBytes = (): number => (conn.writeBuffer.length ? queued : 0) + webSocket.bufferedAmount;
  const onPacket = (packet: Packet): void => {
    const bytes = sizeOf(packet);
    written += bytes;
    if (conn.transport.writable) {
      queued = 0;
      behindSince = undefined;
      return;
    }
    const now = performance.now();
    behindSince ??= now;
    if (unsentBytes() > UNSENT_MAX_BYTES || now - behindSince > BEHIND_MAX_MS) return webSocket.terminate();
    queued = conn.writeBuffer.length ? queued + bytes : bytes;
  };
  conn.on('packetCreate', onPacket);
  // Closing waits for the reader: a stalled reader would keep the connection open for almost a minute.
  socket.once('disconnect', () => setTimeout(() => webSocket.terminate(), CLOSING_MS).unref());
  const buffer = { writtenBytes: () => written, unsentBytes };
  buffers.set(socket.conn, buffer);
  return buffer;
}

/** Size of a packet. Socket.IO encodes a broadcast once, as a frame of header and payload, for all sockets. */
function sizeOf({ data, options }: Packet): number {
  const frame = options?.wsPreEncodedFrame;
  if (frame) return frame.reduce((bytes, { length }) => bytes + length, 0);
  return typeof data === 'string' ? Buffer.byteLength(data) : (data?.length ?? 0);
}

/** Members of Engine.IO 6.6 that its types do not export. @see https://github.com/socketio/socket.io/blob/main/packages/engine.io/lib/socket.ts */
interface EngineSocket {
  /** Emitted before a packet enters the queue. */
  on: (event: 'packetCreate', listener: (packet: Packet) => void) => void;
  writeBuffer: Packet[];
  transport: { writable: boolean; socket: { bufferedAmount: number; terminate: () => void } };
}

interface Packet {
  data?: string | Buffer;
  options?: { wsPreEncodedFrame?: Buffer[] };
}

import { Socket } from 'socket.io-client';

/** Argument of `onpacket`, which is undocumented: only it gets events and acknowledgements alike. */
interface Packet {
  type: number;
  data?: unknown;
}

const EVENT = 2;
const ACK = 3;

export interface PacketDrop {
  /** Number of packets lost so far. */
  count: () => number;
  end: () => void;
}

/**
 * Drops a share of the events and acknowledgements that the sockets of this process receive.
 * @param onPacket gets all packets, dropped packets included
 */
export function dropPackets(share: () => number, onPacket: (socket: Socket, data: unknown) => void): PacketDrop {
  const prototype = Socket.prototype as unknown as { onpacket: (packet: Packet) => void };
  const original = prototype.onpacket;
  let lost = 0;
  prototype.onpacket = function (this: Socket, packet) {
    if (packet.type === EVENT || packet.type === ACK) {
      onPacket(this, packet.data);
      if (Math.random() < share()) {
        lost += 1;
        return;
      }
    }
    original.call(this as never, packet);
  };
  return {
    count: () => lost,
    end: () => {
      prototype.onpacket = original;
    },
  };
}

import { Socket } from 'socket.io-client';

/** What Socket.IO hands to a socket; undocumented, but the one place that sees events and answers alike. */
interface Packet {
  type: number;
  data?: unknown;
}

const EVENT = 2;
const ACK = 3;

export interface Loss {
  /** How much was lost so far. */
  count: () => number;
  end: () => void;
}

/**
 * From now on a share of the events and answers that come to sockets of this process is lost.
 * @param onPacket is shown everything that came, the lost included
 */
export function losePackets(share: () => number, onPacket: (socket: Socket, data: unknown) => void): Loss {
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

import { lookUp } from '../../../shared/required.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { CallTimeouts } from '../calls/call-timeouts.ts';
import { type ChatUser, userChannel } from '../core/chat-user.ts';
import { broadcastMessages } from '../messages/remove-messages.ts';
import { type Broadcaster, waitAtMost } from '../realtime/broadcaster.ts';
import type { ChatServer } from '../realtime/chat-server.ts';
import { disconnectSignedOut, socketsOf } from '../realtime/disconnect-signed-out.ts';

/** Time in which other nodes cut the sockets of a banned person. */
const CUT_MS = 2000;

/** A socket opens within this time after its user was found not to be banned. */
const OPENING_MS = 60_000;

/** All lobbies of a brand are read again within this time, so that the database is not overrun. */
const LOBBIES_MS = 1000;

export interface RelayDeps {
  io: ChatServer;
  /** By the id of the brand. */
  chats: ReadonlyMap<string, { brand: ServiceBrand; callTimeouts: CallTimeouts }>;
  broadcaster: Broadcaster;
  /** Whether other nodes share the database. */
  hasPeers: boolean;
  onError: (error: unknown) => void;
}

/**
 * Carries the events of moderators to the sockets of all nodes.
 * @returns a function to call when a socket has opened: a ban can come while it opens
 */
export function relayModeration({ io, chats, broadcaster, hasPeers, onError }: RelayDeps): (user: ChatUser) => void {
  const cutAt = new Map<string, number>();
  const cutHere = (brand: ServiceBrand, person: string): void => {
    const oldest = performance.now() - OPENING_MS;
    for (const [channel, at] of cutAt) if (at < oldest) cutAt.delete(channel);
    cutAt.set(userChannel(brand, person), performance.now());
    for (const socket of socketsOf(io, brand, person)) {
      socket.data.isCut = true;
      socket.disconnect(true);
    }
  };
  /** An event of another node is not sent back. */
  let isFromPeer = false;
  for (const { brand, callTimeouts } of chats.values()) {
    brand.events.on('banned', (person, waitFor) => {
      cutHere(brand, person);
      waitFor(callTimeouts.endCallsOf(person));
      if (hasPeers) waitFor(waitAtMost(CUT_MS, io.serverSideEmitWithAck('banned', brand.id, person)));
    });
    brand.events.on('decided', (person) => void io.to(userChannel(brand, person)).emit('decided'));
    brand.events.on('restricted', (person) => {
      broadcaster.notifyLobby(brand.id, [person]);
      callTimeouts.endCallsOf(person).catch(onError);
    });
    brand.events.on('messagesChanged', (messages) => {
      broadcastMessages(brand, broadcaster, messages).catch(onError);
    });
    brand.events.on('roomModesChanged', () => {
      for (const socket of socketsOf(io, brand))
        setTimeout(() => socket.emit('lobby'), Math.random() * LOBBIES_MS).unref();
      if (hasPeers && !isFromPeer) io.serverSideEmit('roomModesChanged', brand.id);
    });
  }
  io.on('banned', (brand, person, done) => {
    cutHere(lookUp(chats, brand).brand, person);
    done();
  });
  io.on('roomModesChanged', (brand) => {
    isFromPeer = true;
    lookUp(chats, brand).brand.events.emit('roomModesChanged');
    isFromPeer = false;
  });
  return ({ brand, id }) => {
    if (cutAt.has(userChannel(brand, id))) disconnectSignedOut(io, brand, id).catch(onError);
  };
}

import type { Person } from '../../contract/chat/person.ts';
import { lookUp } from '../../shared/required.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import type { BrandChat } from './brand-chat.ts';
import { callEndOf, sendCallEnd } from './calls/end-call.ts';
import type { RelayDeps } from './moderation/relay-moderation.ts';
import { disconnectSignedOut, socketsOf } from './realtime/disconnect-signed-out.ts';

interface AccountRelayDeps extends RelayDeps {
  chats: ReadonlyMap<string, BrandChat>;
}

/** Carries the events of accounts to the sockets of all nodes. */
export function relayAccountEvents({ io, chats, broadcaster, hasPeers, onError }: AccountRelayDeps): void {
  const attempt = (work: () => Promise<unknown>): void => void work().catch(onError);
  const renameSockets = (brand: ServiceBrand, { id, name }: Person): void => {
    for (const { data } of socketsOf(io, brand, id)) data.user.name = name;
  };
  for (const { brand, writer, callTimeouts, presence } of chats.values()) {
    brand.events.on('sessionsEnded', (person) => {
      attempt(() => callTimeouts.endCallsOf(person));
      attempt(() => disconnectSignedOut(io, brand, person));
      if (hasPeers) io.serverSideEmit('sessionsEnded', brand.id, person);
    });
    brand.events.on('messageReleased', (message, sender, waitFor) =>
      waitFor(writer.write({ ...message, user: sender })),
    );
    brand.events.on('renamed', (person, others) => {
      renameSockets(brand, person);
      if (hasPeers) io.serverSideEmit('renamed', brand.id, person);
      presence.changed([person.id]);
      broadcaster.notifyLobby(brand.id, [person.id, ...others]);
    });
    brand.events.on('deleted', ({ person, others, call }) => {
      if (call) sendCallEnd(brand, broadcaster, call, callEndOf(call));
      presence.changed([person]);
      broadcaster.notifyLobby(brand.id, others);
    });
  }
  io.on('sessionsEnded', (brand, person) => attempt(() => disconnectSignedOut(io, lookUp(chats, brand).brand, person)));
  io.on('renamed', (brand, person) => renameSockets(lookUp(chats, brand).brand, person));
}

import { createCallTimeouts } from './calls/call-timeouts.ts';
import { openPublicRooms } from './core/public-rooms.ts';
import { createChangeWriter } from './messages/change-writer.ts';
import { createMessageWriter } from './messages/message-writer.ts';
import { BrandPresence, type BrandPresenceDeps } from './presence/brand-presence.ts';
import { disconnectSignedOut, socketsOf } from './realtime/disconnect-signed-out.ts';

export type BrandChat = ReturnType<typeof createBrandChat>;

/** Creates the parts of the chat of a brand. */
export function createBrandChat(deps: BrandPresenceDeps) {
  const { brand, io, broadcaster } = deps;
  const writer = createMessageWriter(brand.for.messages, broadcaster);
  const changeWriter = createChangeWriter(brand.for.changes, broadcaster, writer);
  const callTimeouts = createCallTimeouts(brand, broadcaster);
  const presence = new BrandPresence(deps);
  return {
    brand,
    writer,
    changeWriter,
    callTimeouts,
    presence,
    /** Brings the state of the brand up to date before its first socket. */
    open: async (): Promise<void> => {
      await openPublicRooms(brand);
      await presence.load();
      await callTimeouts.expireDueCalls([]);
    },
    /** Runs every few seconds. */
    maintain: async (): Promise<void> => {
      await presence.heartbeat();
      await callTimeouts.expireDueCalls(socketsOf(io, brand).map(({ id }) => id));
      await disconnectSignedOut(io, brand);
    },
    /** Resolves once all messages and changes are stored. */
    whenStored: async (): Promise<void> => {
      await writer.whenDone();
      await changeWriter.whenDone();
    },
  };
}

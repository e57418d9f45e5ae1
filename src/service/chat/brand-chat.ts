import type { ServiceBrand } from '../brands/open-brands.ts';
import { type CallTimeouts, createCallTimeouts } from './calls/call-timeouts.ts';
import { openPublicRooms } from './core/public-rooms.ts';
import { type ChangeWriter, createChangeWriter } from './messages/change-writer.ts';
import { createMessageWriter, type MessageWriter } from './messages/message-writer.ts';
import { BrandPresence, type BrandPresenceDeps } from './presence/brand-presence.ts';
import type { ChatServer } from './realtime/chat-server.ts';
import { disconnectSignedOut, socketsOf } from './realtime/disconnect-signed-out.ts';

/** The parts of the chat of a brand. */
export class BrandChat {
  readonly brand: ServiceBrand;
  readonly writer: MessageWriter;
  readonly changeWriter: ChangeWriter;
  readonly callTimeouts: CallTimeouts;
  readonly presence: BrandPresence;
  readonly #io: ChatServer;

  constructor(deps: BrandPresenceDeps) {
    const { brand, io, broadcaster } = deps;
    this.brand = brand;
    this.writer = createMessageWriter(brand.for.messages, broadcaster);
    this.changeWriter = createChangeWriter(brand.for.changes, broadcaster, this.writer);
    this.callTimeouts = createCallTimeouts(brand, broadcaster);
    this.presence = new BrandPresence(deps);
    this.#io = io;
  }

  /** Brings the state of the brand up to date before its first socket. */
  async open(): Promise<void> {
    await openPublicRooms(this.brand);
    await this.presence.load();
    await this.callTimeouts.expireDueCalls([]);
  }

  /** Runs every few seconds. */
  async maintain(): Promise<void> {
    await this.presence.heartbeat();
    await this.callTimeouts.expireDueCalls(socketsOf(this.#io, this.brand).map(({ id }) => id));
    await disconnectSignedOut(this.#io, this.brand);
  }

  /** Resolves once all messages and changes are stored. */
  async whenStored(): Promise<void> {
    await this.writer.whenDone();
    await this.changeWriter.whenDone();
  }
}

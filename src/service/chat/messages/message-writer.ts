import type { RequestBody, SentMessage } from '../../../contract/chat/chat-protocol.ts';
import type { MessageSender } from '../../brands/account-events.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { RoomBroadcast } from '../realtime/room-broadcast.ts';
import { BatchWriter } from './batch-writer.ts';
import { type InsertedMessage, insertMessages, type MessageDraft } from './insert-messages.ts';

/** Most messages per transaction. */
const BATCH_MAX = 256;

export interface MessageWriter extends Pick<BatchWriter<MessageDraft, InsertedMessage>, 'isHeldUp' | 'whenDone'> {
  /** Stores a message once, and broadcasts it. @throws BusyError while the queue is full */
  write: (draft: RequestBody<'send'>, user: MessageSender) => Promise<SentMessage>;
}

/** Stores the messages of a brand in batches. */
export function createMessageWriter(brand: ServiceBrand, broadcaster: Broadcaster): MessageWriter {
  const batches = new BatchWriter<MessageDraft, InsertedMessage>({
    batchMax: BATCH_MAX,
    store: (batch) => insertMessages(brand, batch),
    publish: (stored) => {
      broadcaster.broadcast(
        stored.filter(([, { isNew }]) => isNew).map(([draft, row]) => broadcastOf(brand.id, draft, row)),
      );
      broadcaster.notifyLobby(
        brand.id,
        stored.flatMap(([, { joined }]) => joined ?? []),
      );
    },
  });
  return {
    write: async (draft, user) => {
      const { seq, at } = await batches.write({ ...draft, user });
      return { seq, at: at.getTime() };
    },
    isHeldUp: (room) => batches.isHeldUp(room),
    whenDone: () => batches.whenDone(),
  };
}

const broadcastOf = (
  brand: string,
  { room, id, text, replyTo, user }: MessageDraft,
  { seq, at, hiddenFrom }: InsertedMessage,
): RoomBroadcast => ({
  brand,
  changes: {
    room,
    from: seq - 1,
    head: seq,
    messages: [
      {
        seq,
        position: seq,
        id,
        sender: { id: user.id, name: user.name },
        at: at.getTime(),
        text,
        edited: false,
        replyTo: replyTo ?? null,
        reactions: {},
      },
    ],
  },
  sender: user.id,
  hiddenFrom,
});

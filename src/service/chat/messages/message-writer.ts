import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { RoomBroadcast } from '../realtime/room-broadcast.ts';
import { BatchWriter } from './batch-writer.ts';
import { type InsertedMessage, insertMessages, type MessageDraft } from './insert-messages.ts';

/** Most messages per transaction. */
const BATCH_MAX = 256;

export type MessageWriter = Pick<BatchWriter<MessageDraft, InsertedMessage>, 'write' | 'isHeldUp' | 'whenDone'>;

/** Stores the messages of a brand in batches, each once, and broadcasts them. */
export const createMessageWriter = (brand: ServiceBrand, broadcaster: Broadcaster): MessageWriter =>
  new BatchWriter<MessageDraft, InsertedMessage>({
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

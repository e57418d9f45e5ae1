import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { RoomBroadcast } from '../realtime/room-broadcast.ts';
import { BatchWriter } from './batch-writer.ts';
import { type ChangeDraft, changeMessages, type StoredChange } from './change-messages.ts';
import { type MessageRow, toMessage } from './history.ts';
import type { MessageWriter } from './message-writer.ts';

/** Most changes per transaction: messages to the room wait for it. */
const BATCH_MAX = 64;

export type ChangeWriter = Pick<BatchWriter<ChangeDraft, StoredChange>, 'write' | 'whenDone'>;

/** Stores edits, deletions and reactions of a brand in batches. Messages that wait for a room go before its changes. */
export const createChangeWriter = (
  brand: ServiceBrand,
  broadcaster: Broadcaster,
  messages: Pick<MessageWriter, 'isHeldUp'>,
): ChangeWriter => {
  let restUntil = 0;
  return new BatchWriter<ChangeDraft, StoredChange>({
    batchMax: BATCH_MAX,
    store: async (batch) => {
      const begin = performance.now();
      const stored = await changeMessages(brand, batch);
      // As long as a batch took, so that messages of other nodes find the room free half of the time.
      restUntil = 2 * performance.now() - begin;
      return stored;
    },
    publish: (stored) => {
      for (const [room, changes] of Map.groupBy(stored, ([draft]) => draft.room))
        broadcaster.broadcast(broadcastsOf(brand.id, room, changes));
    },
    mayTake: (room) => performance.now() > restUntil && !messages.isHeldUp(room),
  });
};

/** Broadcasts each changed message of a room once, as it is after the batch. Their heads follow each other without a gap. */
function broadcastsOf(brand: string, room: string, stored: [ChangeDraft, StoredChange][]): RoomBroadcast[] {
  const changes = stored.map(([, row]) => row);
  const positions = changes.flatMap(({ position }) => position ?? []);
  let from = Math.min(...positions) - 1;
  const broadcasts: RoomBroadcast[] = [];
  const hiddenPeople = changes.flatMap((change) => change.hiddenPeople ?? []);
  for (const { message } of changes.toSorted((one, other) => positionOf(one) - positionOf(other))) {
    if (!message) continue;
    const head = message.position;
    const broadcastOf = (reactions: MessageRow['reactions'], hiddenFrom: string[], only?: string): RoomBroadcast => ({
      brand,
      changes: { room, from, head, messages: [toMessage({ ...message, reactions, call: null })] },
      sender: message.sender,
      hiddenFrom,
      ...(only && { only }),
    });
    const people = new Set(message.reactions?.map(([, person]) => person));
    const viewers = Map.groupBy(
      hiddenPeople.filter(({ person }) => people.has(person)),
      ({ viewer }) => viewer,
    );
    broadcasts.push(broadcastOf(message.reactions, [...message.hiddenFrom, ...viewers.keys()]));
    for (const [viewer, hidden] of viewers) {
      const visible = message.reactions?.filter(([, person]) => !hidden.some((pair) => pair.person === person));
      broadcasts.push(broadcastOf(visible ?? null, message.hiddenFrom, viewer));
    }
    from = head;
  }
  return broadcasts;
}

const positionOf = ({ position }: StoredChange): number => position ?? 0;

import { setTimeout as sleep } from 'node:timers/promises';

import type { RequestBody, SentMessage } from '../../../contract/chat-protocol.ts';
import { BusyError } from '../../../shared/fair-queue.ts';
import type { MessageSender } from '../../brands/account-events.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { RoomBroadcast } from '../realtime/room-broadcast.ts';
import { type InsertedMessage, insertMessages, type MessageDraft } from './insert-messages.ts';
import { createRoomLockBackoff } from './room-lock-backoff.ts';

/** A queued message. */
interface Entry extends MessageDraft {
  /** End of the wait for a locked room, by the clock of the process. */
  deadline: number;
  stored: (sent: SentMessage) => void;
  failed: (error: unknown) => void;
}

/** Most messages per transaction. */
const BATCH_MAX = 256;

/** Most waiting messages: more than a node stores in a second. */
const WAITING_MAX = 5000;

/** Time that a batch waits for more messages: several messages cost little more than a single message. */
const GATHER_MS = 5;

/** Time that a message waits for a locked room: less than the timeout of browsers. */
const LOCK_WAIT_MS = 6000;

export interface MessageWriter {
  /** Stores a message once, and broadcasts it. @throws BusyError while the queue is full */
  write: (draft: RequestBody<'send'>, user: MessageSender) => Promise<SentMessage>;
  /** Resolves once the queue is empty. */
  whenDone: () => Promise<void>;
}

/**
 * Stores the messages of a brand in batches: a batch takes all messages that arrived during the previous batch, at most one per
 * sender, so that messages of a sender keep their order. Messages to locked rooms wait for a later batch.
 */
export function createMessageWriter(brand: ServiceBrand, broadcaster: Broadcaster): MessageWriter {
  let waiting: Entry[] = [];
  let writing: Promise<void> | undefined;
  const lockedRooms = createRoomLockBackoff();

  async function run(): Promise<void> {
    while (waiting.length) {
      await sleep(GATHER_MS);
      const batch = nextBatch(waiting.filter(({ room }) => !lockedRooms.isPaused(room)));
      if (!batch.length) continue;
      const taken = new Set(batch);
      waiting = waiting.filter((entry) => !taken.has(entry));
      try {
        const inserted = await insertMessages(brand, batch);
        const locked = inserted.filter(({ refusal }) => refusal === 'locked').map(({ number }) => batch[number - 1]!);
        for (const { room } of batch) if (!locked.some((entry) => entry.room === room)) lockedRooms.free(room);
        for (const room of new Set(locked.map((entry) => entry.room))) lockedRooms.pause(room);
        const late = locked.filter(({ deadline }) => deadline < performance.now());
        for (const { failed } of late) failed(roomLocked());
        // Locked messages go before newer messages.
        waiting = [...locked.filter((entry) => !late.includes(entry)), ...waiting];
        publish(brand, broadcaster, batch, inserted);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = undefined;
  }

  return {
    write: (draft, user) =>
      new Promise((stored, failed) => {
        if (waiting.length >= WAITING_MAX) throw new BusyError('The queue of messages is full.');
        waiting.push({ ...draft, user, deadline: performance.now() + LOCK_WAIT_MS, stored, failed });
        writing ??= run();
      }),
    whenDone: async () => writing,
  };
}

/** `lock_not_available`. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const roomLocked = (): Error => Object.assign(new Error('A transaction holds a room for too long.'), { code: '55P03' });

/** One message per sender, sorted by sender id, so that nodes lock in the same order. */
function nextBatch(entries: Entry[]): Entry[] {
  const bySender = new Map<string, Entry>();
  for (const entry of entries) {
    if (bySender.size === BATCH_MAX) break;
    if (!bySender.has(entry.user.id)) bySender.set(entry.user.id, entry);
  }
  return [...bySender.values()].toSorted((one, other) => (one.user.id < other.user.id ? -1 : 1));
}

/** Settles the requests of senders and broadcasts new messages. */
function publish(
  { id }: ServiceBrand,
  { broadcast, notifyLobby }: Broadcaster,
  batch: Entry[],
  inserted: InsertedMessage[],
): void {
  const broadcasts: RoomBroadcast[] = [];
  for (const row of inserted) {
    const entry = batch[row.number - 1]!;
    if (row.refusal === 'locked') continue;
    if (row.refusal) entry.failed(new ChatRefusal(row.refusal));
    else entry.stored({ seq: row.seq, at: row.at.getTime() });
    if (row.isNew) broadcasts.push(broadcastOf(id, entry, row));
  }
  broadcast(broadcasts);
  notifyLobby(
    id,
    inserted.flatMap(({ joined }) => joined ?? []),
  );
}

const broadcastOf = (
  brand: string,
  { room, id, text, replyTo, user }: Entry,
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

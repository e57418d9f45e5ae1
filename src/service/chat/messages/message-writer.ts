import { setTimeout as sleep } from 'node:timers/promises';

import type { RequestBody, SentMessage } from '../../../contract/chat-protocol.ts';
import type { ServiceBrand } from '../../brands/brands.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { RoomBroadcast } from '../realtime/room-broadcast.ts';
import { createHeldRooms } from './held-rooms.ts';
import { type InsertedMessage, insertMessages, type MessageDraft } from './insert-messages.ts';

/** A message on its way into the database. */
interface Entry extends MessageDraft {
  /** Until when it waits for its room, by the clock of the process. */
  deadline: number;
  stored: (sent: SentMessage) => void;
  failed: (error: unknown) => void;
}

/** Most messages of one transaction. */
const BATCH_MAX = 256;

/** So long a batch waits for more: a few messages in one go cost little more than one. */
const GATHER_MS = 5;

/** So long a message waits for a room that another transaction holds: less than a browser waits for its answer. */
const LOCK_WAIT_MS = 6000;

export interface MessageWriter {
  /** Stores a message once, and sends it on. */
  write: (draft: RequestBody<'send'>, user: ChatUser) => Promise<SentMessage>;
  /** Once everything is stored that has come. */
  isDone: () => Promise<void>;
}

/**
 * Stores what people of a brand say: everything that came while the last batch was under way, in one. Each sender has at most
 * one message in it, so that a refused one never overtakes another. Messages to rooms that another transaction holds wait apart.
 */
export function createMessageWriter(brand: ServiceBrand, broadcaster: Broadcaster): MessageWriter {
  let waiting: Entry[] = [];
  let writing: Promise<void> | undefined;
  const held = createHeldRooms();

  async function run(): Promise<void> {
    while (waiting.length) {
      await sleep(GATHER_MS);
      const batch = nextBatch(waiting.filter(({ room }) => !held.isPaused(room)));
      if (!batch.length) continue;
      const taken = new Set(batch);
      waiting = waiting.filter((entry) => !taken.has(entry));
      try {
        const inserted = await insertMessages(brand, batch);
        const locked = inserted.filter(({ refusal }) => refusal === 'locked').map(({ number }) => batch[number - 1]!);
        for (const { room } of batch) if (!locked.some((entry) => entry.room === room)) held.free(room);
        for (const room of new Set(locked.map((entry) => entry.room))) held.pause(room);
        const late = locked.filter(({ deadline }) => deadline < performance.now());
        for (const { failed } of late) failed(roomLocked());
        // Before what was inserted after them.
        waiting = [...locked.filter((entry) => !late.includes(entry)), ...waiting];
        tell(brand, broadcaster, batch, inserted);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = undefined;
  }

  return {
    write: (draft, user) =>
      new Promise((stored, failed) => {
        waiting.push({ ...draft, user, deadline: performance.now() + LOCK_WAIT_MS, stored, failed });
        writing ??= run();
      }),
    isDone: async () => writing,
  };
}

/** As PostgreSQL calls it. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const roomLocked = (): Error => Object.assign(new Error('A transaction holds a room for too long.'), { code: '55P03' });

/** One message of each sender, in the order of their ids, so that nodes never wait for each other in a circle. */
function nextBatch(entries: Entry[]): Entry[] {
  const bySender = new Map<string, Entry>();
  for (const entry of entries) {
    if (bySender.size === BATCH_MAX) break;
    if (!bySender.has(entry.user.id)) bySender.set(entry.user.id, entry);
  }
  return [...bySender.values()].toSorted((one, other) => (one.user.id < other.user.id ? -1 : 1));
}

/** Tells senders what came of their messages, and everybody else the messages. */
function tell(
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

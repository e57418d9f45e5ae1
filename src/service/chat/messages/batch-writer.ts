import { setTimeout as sleep } from 'node:timers/promises';

import type { ChatError } from '../../../contract/chat/chat-errors.ts';
import { changeCount } from '../../../shared/change-count.ts';
import { BusyError } from '../../../shared/fair-queue.ts';
import { required } from '../../../shared/required.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import { createRoomLockBackoff } from './room-lock-backoff.ts';

/** A message that a person asks to be stored in a room. */
interface Draft {
  room: string;
  user: { id: string };
}

/** Result of storing a draft. */
interface Row {
  /** Number of the draft in its batch, from 1 on. */
  number: number;
  /** `locked`: another transaction holds the room, and the draft waits for a later batch. */
  refusal: ChatError | 'locked' | null;
}

/** A queued draft. */
interface Entry<Of, Stored> {
  draft: Of;
  /** Whether its time to wait is over. */
  isLate: boolean;
  stored: (row: Stored) => void;
  failed: (error: unknown) => void;
}

interface BatchWriterOptions<Of, Stored> {
  /** Most drafts per transaction. */
  batchMax: number;
  store: (batch: Of[]) => Promise<Stored[]>;
  /** Broadcasts the stored messages. */
  publish: (stored: [Of, Stored][]) => void;
  /** Whether the next batch may have drafts of a room. */
  mayTake?: (room: string) => boolean;
}

export interface BatchWriter<Of, Stored> {
  /** Stores a draft. @throws ChatRefusal, and BusyError while the queue is full */
  write: (draft: Of) => Promise<Stored>;
  /** Whether drafts wait for a room that another transaction held at their last attempt. */
  isHeldUp: (room: string) => boolean;
  /** Resolves once the queue is empty. */
  whenDone: () => Promise<void>;
}

/** Time that a batch waits for more drafts: several cost little more than a single draft. */
const GATHER_MS = 5;

/** Time that a draft waits for its batch: less than the timeout of browsers. */
const LOCK_WAIT_MS = 6000;

/** Most drafts that wait on this node, in all rooms of a brand and in a single room: a node stores more in a second. */
const WAITING_MAX = { all: 5000, ofRoom: 2000 };

/**
 * Stores drafts in batches: a batch takes all drafts that arrived during the previous batch, at most one per person, so that drafts of a
 * person keep their order. Drafts of locked rooms wait for a later batch.
 */
export function createBatchWriter<Of extends Draft, Stored extends Row>({
  batchMax,
  store,
  publish,
  mayTake = () => true,
}: BatchWriterOptions<Of, Stored>): BatchWriter<Of, Stored> {
  let waiting = new Set<Entry<Of, Stored>>();
  /** Number of waiting drafts by room. */
  const counts = new Map<string, number>();
  let writing: Promise<void> | undefined;
  const lockedRooms = createRoomLockBackoff();

  const isFull = (room: string): boolean =>
    waiting.size >= WAITING_MAX.all || (counts.get(room) ?? 0) >= WAITING_MAX.ofRoom;

  async function run(): Promise<void> {
    while (waiting.size) {
      await sleep(GATHER_MS);
      // By room: drafts that have to wait cost nothing here.
      const rooms = new Set([...counts.keys()].filter((room) => !lockedRooms.isPaused(room) && mayTake(room)));
      if (!rooms.size) continue;
      const batch = nextBatch(waiting, rooms, batchMax);
      for (const entry of batch) {
        waiting.delete(entry);
        changeCount(counts, entry.draft.room, -1);
      }
      try {
        settle(batch, await store(batch.map(({ draft }) => draft)));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = undefined;
  }

  function settle(batch: Entry<Of, Stored>[], rows: Stored[]): void {
    const results = rows.map((row): [Entry<Of, Stored>, Stored] => [
      required(batch[row.number - 1], 'draft of a stored row'),
      row,
    ]);
    const locked = results.filter(([, { refusal }]) => refusal === 'locked').map(([entry]) => entry);
    const rooms = new Set(locked.map(({ draft }) => draft.room));
    for (const { draft } of batch) if (!rooms.has(draft.room)) lockedRooms.free(draft.room);
    for (const room of rooms) lockedRooms.pause(room);
    const { late = [], again = [] } = Object.groupBy(locked, ({ isLate }) => (isLate ? 'late' : 'again'));
    for (const { failed } of late) failed(heldTooLong());
    // Locked drafts go before newer drafts.
    waiting = new Set([...again, ...waiting]);
    for (const { draft } of again) changeCount(counts, draft.room, 1);
    const stored: [Of, Stored][] = [];
    for (const [entry, row] of results) {
      if (row.refusal === 'locked') continue;
      if (row.refusal) entry.failed(new ChatRefusal(row.refusal));
      else entry.stored(row);
      stored.push([entry.draft, row]);
    }
    publish(stored);
  }

  /** Ends the wait of a draft. One that is in a batch gets the result of the batch. */
  function end(entry: Entry<Of, Stored>): void {
    entry.isLate = true;
    if (!waiting.delete(entry)) return;
    changeCount(counts, entry.draft.room, -1);
    entry.failed(heldTooLong());
  }

  return {
    write: async (draft) => {
      if (isFull(draft.room)) throw new BusyError('The queue of a room is full.');
      const { promise, resolve, reject } = Promise.withResolvers<Stored>();
      const entry = { draft, isLate: false, stored: resolve, failed: reject };
      waiting.add(entry);
      changeCount(counts, draft.room, 1);
      const timer = setTimeout(end, LOCK_WAIT_MS, entry);
      writing ??= run();
      return promise.finally(() => clearTimeout(timer));
    },
    isHeldUp: (room) => lockedRooms.isHeld(room) && counts.has(room),
    whenDone: async () => writing,
  };
}

/** `lock_not_available`. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const heldTooLong = (): Error =>
  Object.assign(new Error('A transaction holds a room for too long.'), { code: '55P03' });

/** One draft per person, of some rooms, sorted by the id of the person, so that nodes lock in the same order. */
function nextBatch<Of extends Draft, Stored>(
  entries: Iterable<Entry<Of, Stored>>,
  rooms: Set<string>,
  max: number,
): Entry<Of, Stored>[] {
  const byPerson = new Map<string, Entry<Of, Stored>>();
  for (const entry of entries) {
    if (byPerson.size === max) break;
    const { room, user } = entry.draft;
    if (rooms.has(room) && !byPerson.has(user.id)) byPerson.set(user.id, entry);
  }
  return [...byPerson.values()].toSorted((one, other) => (one.draft.user.id < other.draft.user.id ? -1 : 1));
}

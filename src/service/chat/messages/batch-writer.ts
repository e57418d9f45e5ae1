import { setTimeout as sleep } from 'node:timers/promises';

import type { ChatError } from '../../../contract/chat-protocol.ts';
import { BusyError } from '../../../shared/fair-queue.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import { createRoomLockBackoff } from './room-lock-backoff.ts';

/** What a person asks to be stored in a room. */
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
  /** End of the wait for a locked room, by the clock of the process. */
  deadline: number;
  stored: (row: Stored) => void;
  failed: (error: unknown) => void;
}

interface BatchWriterOptions<Of, Stored> {
  /** Most drafts per transaction. */
  batchMax: number;
  store: (batch: Of[]) => Promise<Stored[]>;
  /** Broadcasts what was stored. */
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

/** Time that a batch waits for more drafts: several cost little more than a single one. */
const GATHER_MS = 5;

/** Time that a draft waits for a locked room: less than the timeout of browsers. */
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
  let waiting: Entry<Of, Stored>[] = [];
  let writing: Promise<void> | undefined;
  const lockedRooms = createRoomLockBackoff();
  const countIn = (room: string): number => waiting.filter(({ draft }) => draft.room === room).length;
  const isFull = (room: string): boolean =>
    waiting.length >= WAITING_MAX.all || (waiting.length >= WAITING_MAX.ofRoom && countIn(room) >= WAITING_MAX.ofRoom);

  async function run(): Promise<void> {
    while (waiting.length) {
      await sleep(GATHER_MS);
      const batch = nextBatch(
        waiting.filter(({ draft: { room } }) => !lockedRooms.isPaused(room) && mayTake(room)),
        batchMax,
      );
      if (!batch.length) continue;
      const taken = new Set(batch);
      waiting = waiting.filter((entry) => !taken.has(entry));
      try {
        settle(batch, await store(batch.map(({ draft }) => draft)));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = undefined;
  }

  function settle(batch: Entry<Of, Stored>[], rows: Stored[]): void {
    const results = rows.map((row): [Entry<Of, Stored>, Stored] => [batch[row.number - 1]!, row]);
    const locked = results.filter(([, { refusal }]) => refusal === 'locked').map(([entry]) => entry);
    const rooms = new Set(locked.map(({ draft }) => draft.room));
    for (const { draft } of batch) if (!rooms.has(draft.room)) lockedRooms.free(draft.room);
    for (const room of rooms) lockedRooms.pause(room);
    const late = locked.filter(({ deadline }) => deadline < performance.now());
    for (const { failed } of late) failed(roomLocked());
    // Locked drafts go before newer drafts.
    waiting = [...locked.filter((entry) => !late.includes(entry)), ...waiting];
    const stored: [Of, Stored][] = [];
    for (const [entry, row] of results) {
      if (row.refusal === 'locked') continue;
      if (row.refusal) entry.failed(new ChatRefusal(row.refusal));
      else entry.stored(row);
      stored.push([entry.draft, row]);
    }
    publish(stored);
  }

  return {
    write: (draft) =>
      new Promise((stored, failed) => {
        if (isFull(draft.room)) throw new BusyError('The queue of a room is full.');
        waiting.push({ draft, deadline: performance.now() + LOCK_WAIT_MS, stored, failed });
        writing ??= run();
      }),
    isHeldUp: (room) => lockedRooms.isHeld(room) && countIn(room) > 0,
    whenDone: async () => writing,
  };
}

/** `lock_not_available`. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const roomLocked = (): Error => Object.assign(new Error('A transaction holds a room for too long.'), { code: '55P03' });

/** One draft per person, sorted by the id of the person, so that nodes lock in the same order. */
function nextBatch<Of extends Draft, Stored>(entries: Entry<Of, Stored>[], max: number): Entry<Of, Stored>[] {
  const byPerson = new Map<string, Entry<Of, Stored>>();
  for (const entry of entries) {
    if (byPerson.size === max) break;
    const { id } = entry.draft.user;
    if (!byPerson.has(id)) byPerson.set(id, entry);
  }
  return [...byPerson.values()].toSorted((one, other) => (one.draft.user.id < other.draft.user.id ? -1 : 1));
}

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
export interface StoredRow {
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
export class BatchWriter<Of extends Draft, Stored extends StoredRow> {
  readonly #options: BatchWriterOptions<Of, Stored>;
  #waiting = new Set<Entry<Of, Stored>>();
  /** Number of waiting drafts by room. */
  readonly #counts = new Map<string, number>();
  #writing: Promise<void> | undefined;
  readonly #lockedRooms = createRoomLockBackoff();

  constructor(options: BatchWriterOptions<Of, Stored>) {
    this.#options = options;
  }

  /** Stores a draft. @throws ChatRefusal, and BusyError while the queue is full */
  async write(draft: Of): Promise<Stored> {
    if (this.#isFull(draft.room)) throw new BusyError('The queue of a room is full.');
    const { promise, resolve, reject } = Promise.withResolvers<Stored>();
    const entry = { draft, isLate: false, stored: resolve, failed: reject };
    this.#waiting.add(entry);
    changeCount(this.#counts, draft.room, 1);
    const timer = setTimeout(() => this.#end(entry), LOCK_WAIT_MS);
    this.#writing ??= this.#run();
    return promise.finally(() => clearTimeout(timer));
  }

  /** Whether drafts wait for a room that another transaction held at their last attempt. */
  isHeldUp(room: string): boolean {
    return this.#lockedRooms.isHeld(room) && this.#counts.has(room);
  }

  /** Resolves once the queue is empty. */
  async whenDone(): Promise<void> {
    return this.#writing;
  }

  #isFull(room: string): boolean {
    return this.#waiting.size >= WAITING_MAX.all || (this.#counts.get(room) ?? 0) >= WAITING_MAX.ofRoom;
  }

  async #run(): Promise<void> {
    while (this.#waiting.size) {
      await sleep(GATHER_MS);
      // By room: drafts that have to wait cost nothing here.
      const rooms = new Set([...this.#counts.keys()].filter((room) => this.#mayTake(room)));
      if (rooms.size) await this.#storeBatch(nextBatch(this.#waiting, rooms, this.#options.batchMax));
    }
    this.#writing = undefined;
  }

  #mayTake(room: string): boolean {
    return !this.#lockedRooms.isPaused(room) && (this.#options.mayTake?.(room) ?? true);
  }

  async #storeBatch(batch: Entry<Of, Stored>[]): Promise<void> {
    for (const entry of batch) this.#dequeue(entry);
    try {
      this.#settle(batch, await this.#options.store(batch.map(({ draft }) => draft)));
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }

  /** @returns whether the draft was waiting */
  #dequeue(entry: Entry<Of, Stored>): boolean {
    const wasWaiting = this.#waiting.delete(entry);
    if (wasWaiting) changeCount(this.#counts, entry.draft.room, -1);
    return wasWaiting;
  }

  #settle(batch: Entry<Of, Stored>[], rows: Stored[]): void {
    const results = rows.map((row): [Entry<Of, Stored>, Stored] => [
      required(batch[row.number - 1], 'draft of a stored row'),
      row,
    ]);
    this.#holdBack(
      batch,
      results.filter(([, { refusal }]) => refusal === 'locked').map(([entry]) => entry),
    );
    const stored: [Of, Stored][] = [];
    for (const [entry, row] of results) {
      if (row.refusal === 'locked') continue;
      if (row.refusal) entry.failed(new ChatRefusal(row.refusal));
      else entry.stored(row);
      stored.push([entry.draft, row]);
    }
    this.#options.publish(stored);
  }

  /** Queues the drafts of a batch again whose rooms were locked. */
  #holdBack(batch: Entry<Of, Stored>[], locked: Entry<Of, Stored>[]): void {
    const rooms = new Set(locked.map(({ draft }) => draft.room));
    for (const { draft } of batch) if (!rooms.has(draft.room)) this.#lockedRooms.free(draft.room);
    for (const room of rooms) this.#lockedRooms.pause(room);
    const { late = [], again = [] } = Object.groupBy(locked, ({ isLate }) => (isLate ? 'late' : 'again'));
    for (const { failed } of late) failed(heldTooLong());
    // Locked drafts go before newer drafts.
    this.#waiting = new Set([...again, ...this.#waiting]);
    for (const { draft } of again) changeCount(this.#counts, draft.room, 1);
  }

  /** Ends the wait of a draft. One that is in a batch gets the result of the batch. */
  #end(entry: Entry<Of, Stored>): void {
    entry.isLate = true;
    if (this.#dequeue(entry)) entry.failed(heldTooLong());
  }
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

import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import type { ChatError, RequestBody, Sent } from '../../contract/chat.ts';
import type { Brand } from '../brands.ts';
import { limits } from '../limits.ts';
import type { Courier, Delivery } from './delivery.ts';
import type { Guest } from './guest.ts';
import { hasLink } from './has-link.ts';
import { Refused } from './refused.ts';

type Draft = RequestBody<'send'>;

/** A message on its way into the database. */
interface Entry extends Draft {
  guest: Guest;
  stored: (sent: Sent) => void;
  failed: (error: unknown) => void;
}

/** Most messages of one transaction. */
const BATCH_MAX = 256;

/** So long a batch waits for more: a few messages in one go cost little more than one. */
const GATHER_MS = 5;

/** How often the same text may stand among the last messages of a room. */
const SAME_MAX = 2;
const LAST_MESSAGES = 20;

export interface Writer {
  /** Stores a message once, and sends it on. */
  write: (draft: Draft, guest: Guest) => Promise<Sent>;
  /** Once everything is stored that has come. */
  isDone: () => Promise<void>;
}

/**
 * Stores what people of a brand say: everything that came while the last batch was under way, in one. Each sender has at most
 * one message in it, so that a refused one never overtakes another.
 */
export function createWriter(brand: Brand, courier: Courier): Writer {
  let waiting: Entry[] = [];
  let writing: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length) {
      await sleep(GATHER_MS);
      const batch = firstOfEach(waiting);
      const taken = new Set(batch);
      waiting = waiting.filter((entry) => !taken.has(entry));
      try {
        tell(brand, courier, batch, await write(brand, batch));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = undefined;
  }

  return {
    write: (draft, guest) =>
      new Promise((stored, failed) => {
        waiting.push({ ...draft, guest, stored, failed });
        writing ??= run();
      }),
    isDone: async () => writing,
  };
}

/** One message of each sender, in the order of their ids, so that nodes never wait for each other in a circle. */
function firstOfEach(entries: Entry[]): Entry[] {
  const bySender = new Map<string, Entry>();
  for (const entry of entries) {
    if (bySender.size === BATCH_MAX) break;
    if (!bySender.has(entry.guest.id)) bySender.set(entry.guest.id, entry);
  }
  return [...bySender.values()].toSorted((one, other) => (one.guest.id < other.guest.id ? -1 : 1));
}

/** Tells senders what came of their messages, and everybody else the messages. */
function tell({ id }: Brand, { deliver, tellLobby }: Courier, batch: Entry[], written: Written[]): void {
  const deliveries: Delivery[] = [];
  for (const row of written) {
    const entry = batch[row.number - 1]!;
    if (row.refusal) entry.failed(new Refused(row.refusal));
    else entry.stored({ seq: row.seq, at: row.at.getTime() });
    if (row.isNew) deliveries.push(deliveryOf(id, entry, row));
  }
  deliver(deliveries);
  tellLobby(
    id,
    written.flatMap(({ joined }) => joined ?? []),
  );
}

interface Written {
  number: number;
  refusal: ChatError | null;
  seq: number;
  at: Date;
  /** Whether it was not stored before. */
  isNew: boolean;
  hiddenFrom: string[];
  /** Who has a new conversation. */
  joined: string[] | null;
}

/** Stores a batch with the SQL function `say`. */
async function write({ db, schema }: Brand, batch: Entry[]): Promise<Written[]> {
  const all = <Value>(of: (entry: Entry) => Value): Value[] => batch.map(of);
  const bucket = (what: 'message' | 'linkInMessage', { guest }: Entry): string => guest.keyed(what, guest.id);
  const { message, linkInMessage } = limits;
  const { rows } = await sql<Written>`select * from ${sql.id(schema, 'say')}(
    ${all(({ room }) => room)}, ${all(({ guest }) => guest.id)}, ${all(({ id }) => id)}::uuid[],
    ${all(({ text }) => text)}, ${all(({ replyTo }) => replyTo ?? null)}::bigint[],
    ${all((entry) => bucket('message', entry))}, ${message.burst}, ${message.everySeconds},
    ${all((entry) => (hasLink(entry.text) ? bucket('linkInMessage', entry) : null))}::text[],
    ${linkInMessage.burst}, ${linkInMessage.everySeconds}, ${LAST_MESSAGES}, ${SAME_MAX}
  )`.execute(db);
  return rows;
}

const deliveryOf = (
  brand: string,
  { room, id, text, replyTo, guest }: Entry,
  { seq, at, hiddenFrom }: Written,
): Delivery => ({
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
        sender: { id: guest.id, name: guest.name },
        at: at.getTime(),
        text,
        edited: false,
        replyTo: replyTo ?? null,
        reactions: {},
      },
    ],
  },
  sender: guest.id,
  hiddenFrom,
});

import { type Kysely, sql } from 'kysely';

import type { ChatError, RequestBody, Sent } from '../../contract/chat.ts';
import type { Brand } from '../brands.ts';
import type { Tables } from '../database/tables.ts';
import { areWithin } from '../limits.ts';
import type { Courier, Delivery } from './delivery.ts';
import type { Guest } from './guest.ts';
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

/** What spam leads elsewhere with. */
const LINK = /https?:|www\.|\b[\w-]+\.(?:com|net|org|ru|info|biz|xyz|me|io|link|site|online|top|club)\b/i;

/** How often the same text may stand among the last messages of a room. */
const SAME_MAX = 2;
const LAST_MESSAGES = 20;

/** Stores a message once, and sends it on. */
export type Write = (draft: Draft, guest: Guest) => Promise<Sent>;

/**
 * Stores what people of a brand say: everything that came while the last transaction was under way, in one. Each sender has at
 * most one message in it, so that a refused one never overtakes another.
 */
export function createWriter({ id, db }: Brand, { deliver, tellLobby }: Courier): Write {
  let waiting: Entry[] = [];
  let isWriting = false;

  async function run(): Promise<void> {
    isWriting = true;
    while (waiting.length) {
      const batch = firstOfEach(waiting);
      waiting = waiting.filter((entry) => !batch.includes(entry));
      try {
        const { answers, deliveries, joined } = await write(db, batch);
        for (const [{ stored, failed }, answer] of answers) {
          if (answer instanceof Refused) failed(answer);
          else stored(answer);
        }
        deliver(deliveries.map((delivery) => ({ brand: id, ...delivery })));
        tellLobby(id, joined);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    isWriting = false;
  }

  return (draft, guest) =>
    new Promise((stored, failed) => {
      waiting.push({ ...draft, guest, stored, failed });
      if (!isWriting) void run();
    });
}

function firstOfEach(entries: Entry[]): Entry[] {
  const bySender = new Map<string, Entry>();
  for (const entry of entries) {
    if (bySender.size === BATCH_MAX) break;
    if (!bySender.has(entry.guest.id)) bySender.set(entry.guest.id, entry);
  }
  return [...bySender.values()];
}

interface Written {
  deliveries: Omit<Delivery, 'brand'>[];
  /** Who has a new conversation. */
  joined: string[];
  answers: Map<Entry, Sent | Refused>;
}

async function write(db: Kysely<Tables>, batch: Entry[]): Promise<Written> {
  const [{ guest: first }] = batch as [Entry];
  const withLinks = batch.filter(({ text }) => LINK.test(text));
  const within = await areWithin(first, 'message', sendersOf(batch));
  const withinLinks = await areWithin(first, 'linkInMessage', sendersOf(withLinks));
  const isWithinLimits = (entry: Entry): boolean =>
    within.has(entry.guest.id) && (!withLinks.includes(entry) || withinLinks.has(entry.guest.id));
  return db.transaction().execute(async (transaction) => {
    await lockRooms(transaction, batch);
    const facts = await factsOf(transaction, batch);
    const answers: Written['answers'] = new Map();
    const heads = new Map<string, number>();
    const fresh: Fresh[] = [];
    for (const [number, entry] of batch.entries()) {
      const fact = facts[number]!;
      const refusal = refusalOf(entry, fact, isWithinLimits(entry));
      if (fact.stored) answers.set(entry, { seq: fact.stored, at: fact.storedAt!.getTime() });
      else if (refusal) answers.set(entry, new Refused(refusal));
      else {
        const seq = (heads.get(entry.room) ?? fact.head!) + 1;
        heads.set(entry.room, seq);
        fresh.push({ entry, fact, seq });
      }
    }
    if (!fresh.length) return { answers, deliveries: [], joined: [] };
    const stored = await insert(transaction, fresh);
    await advance(transaction, heads);
    const deliveries: Written['deliveries'] = [];
    for (const { entry, fact, seq } of fresh) {
      const at = stored.get(`${entry.room} ${seq}`)?.getTime();
      // Somebody has used the id for two messages at once.
      answers.set(entry, at ? { seq, at } : new Refused('body'));
      if (at) deliveries.push(deliveryOf(entry, seq, at, fact.hiddenFrom));
    }
    return { answers, deliveries, joined: await joinPairs(transaction, fresh) };
  });
}

const sendersOf = (entries: Entry[]): string[] => entries.map(({ guest }) => guest.id);

interface Fresh {
  entry: Entry;
  fact: Fact;
  seq: number;
}

/** In the order of their ids, so that nodes never wait for each other in a circle. */
const lockRooms = (db: Kysely<Tables>, batch: Entry[]) =>
  db
    .selectFrom('room')
    .select('id')
    .where('id', 'in', [...new Set(batch.map(({ room }) => room))])
    .orderBy('id')
    .forUpdate()
    .execute();

/** What decides about each message, in their order. */
const factsOf = (db: Kysely<Tables>, batch: Entry[]) =>
  db
    .selectFrom(
      sql<{ room: string; sender: string; clientId: string; text: string; number: number }>`unnest(
        ${batch.map(({ room }) => room)}::text[], ${batch.map(({ guest }) => guest.id)}::text[], ${batch.map(({ id }) => id)}::uuid[], ${batch.map(({ text }) => text)}::text[]
      ) with ordinality`.as<'entry'>(sql`entry("room", "sender", "clientId", "text", "number")`),
    )
    .leftJoin('room', 'room.id', 'entry.room')
    .leftJoin('member', (join) =>
      join.onRef('member.room', '=', 'entry.room').onRef('member.userId', '=', 'entry.sender'),
    )
    .leftJoin('message', (join) =>
      join.onRef('message.sender', '=', 'entry.sender').onRef('message.clientId', '=', 'entry.clientId'),
    )
    .leftJoin('ban', (join) =>
      join.onRef('ban.userId', '=', 'entry.sender').on('ban.until', '>', sql<Date>`clock_timestamp()`),
    )
    .select([
      'room.kind',
      'room.one',
      'room.two',
      'room.head',
      'room.endedAt',
      'member.room as memberOf',
      'message.seq as stored',
      'message.sentAt as storedAt',
      'ban.until as bannedUntil',
    ])
    .select(({ selectFrom, ref }) =>
      sql<string[]>`array(${selectFrom('block')
        .select(sql`case "blocker" when ${ref('entry.sender')} then "blocked" else "blocker" end`.as('hidden'))
        .where(({ or, eb }) =>
          or([eb('blocker', '=', ref('entry.sender')), eb('blocked', '=', ref('entry.sender'))]),
        )})`.as('hiddenFrom'),
    )
    .select(({ selectFrom }) =>
      selectFrom((recent) =>
        recent
          .selectFrom('message as last')
          .select(['last.sender', 'last.text'])
          .whereRef('last.room', '=', 'entry.room')
          .orderBy('last.seq', 'desc')
          .limit(LAST_MESSAGES)
          .as('recent'),
      )
        .select(({ fn }) => fn.countAll<number>().as('same'))
        .whereRef('recent.sender', '=', 'entry.sender')
        .whereRef('recent.text', '=', 'entry.text')
        .as('same'),
    )
    .orderBy('entry.number')
    .execute();

type Fact = Awaited<ReturnType<typeof factsOf>>[number];

function refusalOf({ guest }: Entry, fact: Fact, isWithinLimit: boolean): ChatError | undefined {
  if (fact.bannedUntil) return 'banned';
  if (!isWithinLimit) return 'tooMany';
  if (fact.same! >= SAME_MAX) return 'repeated';
  if (fact.kind === 'public') return fact.memberOf ? undefined : 'gone';
  const other = [fact.one, fact.two].find((person) => person !== guest.id);
  if (![fact.one, fact.two].includes(guest.id) || !other || fact.endedAt) return 'gone';
  return fact.hiddenFrom.includes(other) ? 'blocked' : undefined;
}

/** @returns when each was stored, by room and place */
async function insert(db: Kysely<Tables>, fresh: Fresh[]): Promise<Map<string, Date>> {
  const rows = await db
    .insertInto('message')
    .values(
      fresh.map(({ entry, seq }) => ({
        room: entry.room,
        seq,
        position: seq,
        sender: entry.guest.id,
        clientId: entry.id,
        text: entry.text,
        replyTo: entry.replyTo ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['room', 'seq', 'sentAt'])
    .execute();
  return new Map(rows.map(({ room, seq, sentAt }) => [`${room} ${seq}`, sentAt]));
}

const advance = (db: Kysely<Tables>, heads: Map<string, number>) =>
  db
    .updateTable('room')
    .from(
      sql<{
        id: string;
        head: number;
      }>`unnest(${[...heads.keys()]}::text[], ${[...heads.values()]}::bigint[])`.as<'at'>(sql`at("id", "head")`),
    )
    .set(({ ref }) => ({ head: ref('at.head'), activeAt: sql<Date>`now()` }))
    .whereRef('room.id', '=', 'at.id')
    .execute();

/** Whoever has left a private conversation takes part again once something is said in it. */
async function joinPairs(db: Kysely<Tables>, fresh: Fresh[]): Promise<string[]> {
  const members = fresh
    .filter(({ fact }) => fact.kind === 'private')
    .flatMap(({ entry, fact }) => [fact.one!, fact.two!].map((userId) => ({ room: entry.room, userId })));
  if (!members.length) return [];
  const joined = await db
    .insertInto('member')
    .values(members)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .execute();
  return joined.map(({ userId }) => userId);
}

const deliveryOf = (
  { room, id, text, replyTo, guest }: Entry,
  seq: number,
  at: number,
  hiddenFrom: string[],
): Omit<Delivery, 'brand'> => ({
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
        at,
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

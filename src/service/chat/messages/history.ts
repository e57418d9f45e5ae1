import { type Kysely, sql } from 'kysely';

import {
  CHANGES_MAX,
  type Entered,
  type Message,
  type People,
  PAGE_SIZE,
  type Page,
  type Reaction,
  type Since,
} from '../../../contract/chat-protocol.ts';
import type { Tables } from '../../database/tables.ts';
import { blocksBetween, roomOf } from '../core/access.ts';
import type { Guest } from '../core/chat-user.ts';

/** What somebody missed in a room; the position is taken before the messages, so that none stands behind it unseen. */
export async function since(room: string, position: number, guest: Guest): Promise<Since> {
  const { head } = await roomOf(guest.brand.db, guest, room);
  const rows = await messagesIn(guest.brand.db, room, guest.id)
    .where('message.position', '>', position)
    .where('message.position', '<=', head)
    .orderBy('message.position')
    .limit(CHANGES_MAX + 1)
    .execute();
  if (rows.length <= CHANGES_MAX)
    return {
      room,
      from: position,
      head,
      messages: rows.map((row) => toMessage(row, guest.id)),
      reset: false,
      hasOlder: true,
    };
  return { room, from: position, head, ...(await lastPage(room, guest)), reset: true };
}

/** The messages before one, the oldest first. */
export async function before(room: string, seq: number, guest: Guest): Promise<Page> {
  await roomOf(guest.brand.db, guest, room);
  return pageBefore(room, seq, guest);
}

/** What somebody sees first. */
export async function firstLook(room: string, guest: Guest): Promise<Omit<Entered, keyof People>> {
  const { head, read } = await roomOf(guest.brand.db, guest, room);
  // What is sent meanwhile is in the page already, and comes once more as a change.
  return { head, read: read ?? 0, ...(await lastPage(room, guest)) };
}

const lastPage = (room: string, guest: Guest): Promise<Page> => pageBefore(room, Number.MAX_SAFE_INTEGER, guest);

async function pageBefore(room: string, seq: number, guest: Guest): Promise<Page> {
  const rows = await messagesIn(guest.brand.db, room, guest.id)
    .where('message.seq', '<', seq)
    .orderBy('message.seq', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  return {
    messages: rows
      .slice(0, PAGE_SIZE)
      .toReversed()
      .map((row) => toMessage(row, guest.id)),
    hasOlder: rows.length > PAGE_SIZE,
  };
}

/** A message as everybody is sent it, after it was changed. */
export async function messageAt(db: Kysely<Tables>, room: string, seq: number): Promise<Message | undefined> {
  const row = await messagesIn(db, room).where('message.seq', '=', seq).executeTakeFirst();
  return row && toMessage(row);
}

/** Messages of a room, without those that blocks hide from the viewer. */
const messagesIn = (db: Kysely<Tables>, room: string, viewer = '') =>
  db
    .selectFrom('message')
    .innerJoin('user', 'user.id', 'message.sender')
    .where('message.room', '=', room)
    .where((row) => row.not(row.exists(blocksBetween(db, viewer, row.ref('message.sender')))))
    .select([
      'message.seq',
      'message.position',
      'message.clientId',
      'message.sender',
      'user.name',
      'message.sentAt',
      'message.text',
      'message.editedAt',
      'message.replyTo',
      'message.call',
    ])
    .select(({ selectFrom }) =>
      selectFrom('reaction')
        .select(sql<[Reaction, string][] | null>`json_agg(json_build_array("reaction", "userId"))`.as('all'))
        .whereRef('reaction.room', '=', 'message.room')
        .whereRef('reaction.seq', '=', 'message.seq')
        .where((row) => row.not(row.exists(blocksBetween(db, viewer, row.ref('reaction.userId')))))
        .as('reactions'),
    );

/** A message as it is read. */
export type MessageRow = Awaited<ReturnType<ReturnType<typeof messagesIn>['executeTakeFirstOrThrow']>>;

export function toMessage(row: MessageRow, viewer?: string): Message {
  const all = row.reactions ?? [];
  const counts = Object.entries(Object.groupBy(all, ([reaction]) => reaction));
  return {
    seq: row.seq,
    position: row.position,
    id: row.clientId,
    sender: { id: row.sender, name: row.name },
    at: row.sentAt.getTime(),
    text: row.text,
    edited: row.editedAt !== null,
    replyTo: row.replyTo,
    ...(row.call && { call: row.call }),
    reactions: Object.fromEntries(counts.map(([reaction, given]) => [reaction, given.length])),
    ...(viewer && { mine: all.filter(([, person]) => person === viewer).map(([reaction]) => reaction) }),
  };
}

import { sql } from 'kysely';

import {
  CHANGES_MAX,
  type ChangesSince,
  type ChatMessage,
  type EnteredRoom,
  type HistoryPage,
  type OnlinePeople,
  PAGE_SIZE,
} from '../../../contract/chat/chat-protocol.ts';
import type { Reaction } from '../../../contract/chat/reaction-emoji.ts';
import type { Db } from '../../database/tables/tables.ts';
import { blocksBetween, roomOf } from '../core/access.ts';
import type { ChatUser } from '../core/chat-user.ts';

/** Reads changes since a position. The head is read before the messages, so that none is skipped. */
export async function changesSince(room: string, position: number, user: ChatUser): Promise<ChangesSince> {
  const { head } = await roomOf(user.brand.db, user, room);
  const rows = await messagesIn(user.brand.db, room, user.id)
    .where('message.position', '>', position)
    .where('message.position', '<=', head)
    .orderBy('message.position')
    .limit(CHANGES_MAX + 1)
    .execute();
  const changes = { room, from: position, head };
  if (rows.length > CHANGES_MAX) return { ...changes, ...(await lastPage(room, user)), reset: true };
  return { ...changes, messages: rows.map((row) => toMessage(row, user.id)), reset: false, hasOlder: true };
}

/** Reads the page of messages before a message, oldest first. */
export async function historyBefore(room: string, seq: number, user: ChatUser): Promise<HistoryPage> {
  await roomOf(user.brand.db, user, room);
  return readPage(room, seq, user);
}

/** Reads the last page of a room, its head and the user's read mark. */
export async function initialHistory(room: string, user: ChatUser): Promise<Omit<EnteredRoom, keyof OnlinePeople>> {
  const { head, read } = await roomOf(user.brand.db, user, room);
  // A message sent after the head was read is in the page, and arrives again as a change.
  return { head, read: read ?? 0, ...(await lastPage(room, user)) };
}

const lastPage = (room: string, user: ChatUser): Promise<HistoryPage> => readPage(room, Number.MAX_SAFE_INTEGER, user);

async function readPage(room: string, seq: number, user: ChatUser): Promise<HistoryPage> {
  const rows = await messagesIn(user.brand.db, room, user.id)
    .where('message.seq', '<', seq)
    .orderBy('message.seq', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  return {
    messages: rows
      .slice(0, PAGE_SIZE)
      .toReversed()
      .map((row) => toMessage(row, user.id)),
    hasOlder: rows.length > PAGE_SIZE,
  };
}

/** Reads a message for a broadcast. */
export async function messageAt(db: Db, room: string, seq: number): Promise<ChatMessage | undefined> {
  const row = await messagesIn(db, room).where('message.seq', '=', seq).executeTakeFirst();
  return row && toMessage(row);
}

/** Whether a sender already has a message with an id. */
export async function hasMessage(db: Db, sender: string, id: string): Promise<boolean> {
  const found = db.selectFrom('message').select('seq').where('sender', '=', sender).where('clientId', '=', id);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Messages of a room, without those that blocks hide from the viewer. */
const messagesIn = (db: Db, room: string, viewer = '') =>
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

/** A message as read from the database. */
export type MessageRow = Awaited<ReturnType<ReturnType<typeof messagesIn>['executeTakeFirstOrThrow']>>;

export function toMessage(row: MessageRow, viewer?: string): ChatMessage {
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

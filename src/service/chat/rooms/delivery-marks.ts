import { sql } from 'kysely';

import type { DeliveryMarks } from '../../../contract/chat/chat-protocol.ts';
import { anyOf } from '../../database/any-of.ts';
import { blocksBetween, showsPresence } from '../core/access.ts';
import type { ChatUser } from '../core/chat-user.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';

/**
 * Stores the user's read mark. In a conversation, the messages also count as seen, unless the user has switched that off: then
 * nothing about the moment of reading reaches the other person, who also learns by `received` alone that messages have arrived.
 * @returns undefined if the mark did not move; else whether the other person of a conversation learns something by it
 */
export async function markRead(
  room: string,
  seq: number,
  { id, brand }: ChatUser,
): Promise<{ isNews: boolean } | undefined> {
  const moved = await brand.db
    .updateTable('member')
    .from(['room', 'user'])
    .set(({ ref }) => ({
      read: seq,
      seen: sql<number>`case when ${ref('user.seenMarks')} and ${ref('room.kind')} <> 'public'
        then ${seq}::bigint else ${ref('member.seen')} end`,
    }))
    .whereRef('room.id', '=', 'member.room')
    .whereRef('user.id', '=', 'member.userId')
    .where('member.room', '=', room)
    .where('member.userId', '=', id)
    .where('member.read', '<', seq)
    .where('room.head', '>=', seq)
    .returning(['room.kind', 'member.seen'])
    .executeTakeFirst();
  return moved && { isNews: moved.kind !== 'public' && moved.seen === seq };
}

/**
 * Stores that a device of the user has received the messages of conversations up to these heads.
 * @returns rooms where more has arrived than was known
 */
export async function markReceived(heads: Record<string, number>, { id, brand }: ChatUser): Promise<string[]> {
  const [member, place] = [sql.id(brand.schema, 'member'), sql.id(brand.schema, 'room')];
  // Locks in the order of rooms, so that two devices of the user cause no deadlock.
  const { rows } = await sql<{ room: string }>`
    with "own" as (
      select "member"."room", "received"."head"
      from unnest(${Object.keys(heads)}::text[], ${Object.values(heads)}::bigint[]) as "received" ("room", "head")
      join ${member} as "member" on "member"."room" = "received"."room" and "member"."userId" = ${id}
      join ${place} as "room" on "room"."id" = "received"."room"
      where "room"."kind" <> 'public' and "received"."head" <= "room"."head"
        and greatest("member"."seen", "member"."delivered") < "received"."head"
      order by "member"."room" for no key update of "member"
    )
    update ${member} as "member" set "delivered" = "own"."head" from "own"
    where "member"."room" = "own"."room" and "member"."userId" = ${id}
    returning "member"."room"`.execute(brand.db);
  return rows.map(({ room }) => room);
}

/** Sends the other people of conversations how far the user has received and seen their messages. */
export async function sendMarks(rooms: string[], { id, brand }: ChatUser, broadcaster: Broadcaster): Promise<void> {
  if (!rooms.length) return;
  const rows = await brand.db
    .selectFrom('member')
    .innerJoin('room', 'room.id', 'member.room')
    .innerJoin('user as sender', (join) =>
      join.on(({ eb, or, and, ref }) =>
        or([
          and([eb('room.one', '=', id), eb('sender.id', '=', ref('room.two'))]),
          and([eb('room.two', '=', id), eb('sender.id', '=', ref('room.one'))]),
        ]),
      ),
    )
    .select(['member.room', 'member.delivered', 'member.seen', 'sender.id as sender', 'sender.seenMarks'])
    .where('member.userId', '=', id)
    .where('member.room', '=', anyOf(rooms))
    .where(showsPresence)
    .where((row) => row.not(row.exists(blocksBetween(brand.db, id, row.ref('sender.id')))))
    .execute();
  for (const { room, sender, seenMarks, ...row } of rows)
    broadcaster.sendMarks(brand.id, sender, { room, ...marksOf(row, seenMarks) });
}

/** @param isSeenShown whether the sender of the messages may see seen marks */
export const marksOf = (
  { delivered, seen }: Record<'delivered' | 'seen', number>,
  isSeenShown: boolean,
): DeliveryMarks => ({ delivered: Math.max(delivered, seen), ...(isSeenShown && { seen }) });

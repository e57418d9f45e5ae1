import { type RawBuilder, sql } from 'kysely';

import type { MessageRef } from '../../../contract/chat/chat-protocol.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import { afterCommit } from '../../database/after-commit.ts';
import type { Db, Transaction } from '../../database/tables/tables.ts';
import { hiddenFrom } from '../core/access.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { messageAt } from './history.ts';

/** A message that moderators removed, with its text. */
export type RemovedMessage = MessageRef & { text: string };

/** Locks the rooms of messages, in the order of all transactions. */
export async function lockRoomsOf(transaction: Transaction, messages: MessageRef[]): Promise<void> {
  const rooms = [...new Set(messages.map(({ room }) => room))];
  if (!rooms.length) return;
  await transaction.selectFrom('room').select('id').where('id', 'in', rooms).orderBy('id').forUpdate().execute();
}

/**
 * Removes the texts of a person's messages, as their deletion does, and tells the people of the rooms after the commit. The rooms must be locked.
 * @returns the messages that had a text, with it
 */
export async function removeMessages(
  transaction: Transaction,
  { schema, events }: ServiceBrand,
  person: string,
  messages: MessageRef[],
): Promise<RemovedMessage[]> {
  const { rows } = await sql<RemovedMessage>`
    with "changed" as (
      select "message"."room", "message"."seq", "message"."position", "message"."text", ${numberInRoom}
      from ${sql.id(schema, 'message')} as "message" join ${listed(messages)} using ("room", "seq")
      where "message"."sender" = ${person} and "message"."text" is not null and "message"."call" is null
    ),
    "kept" as (
      insert into ${sql.id(schema, 'revision')} ("room", "seq", "position", "text")
      select "room", "seq", "position", "text" from "changed"
    ),
    "unliked" as (
      delete from ${sql.id(schema, 'reaction')} as "reaction" using "changed"
      where "reaction"."room" = "changed"."room" and "reaction"."seq" = "changed"."seq"
    ),
    ${movedHeads(schema)}
    update ${sql.id(schema, 'message')} as "message" set "text" = null, "position" = "moved"."before" + "changed"."number"
    from "changed" join "moved" on "moved"."id" = "changed"."room"
    where "message"."room" = "changed"."room" and "message"."seq" = "changed"."seq"
    returning "changed"."room", "changed"."seq", "changed"."text"`.execute(transaction);
  if (rows.length) afterCommit(transaction, () => events.emit('messagesChanged', rows));
  return rows;
}

/** Brings the texts of removed messages back, where the messages still exist. The rooms must be locked. */
export async function restoreMessages(
  transaction: Transaction,
  { schema, events }: ServiceBrand,
  removed: RemovedMessage[],
): Promise<void> {
  const { rows } = await sql<MessageRef>`
    with "changed" as (
      select "message"."room", "message"."seq", "listed"."text", ${numberInRoom}
      from ${sql.id(schema, 'message')} as "message" join ${listed(removed)} using ("room", "seq")
      where "message"."text" is null
    ),
    ${movedHeads(schema)}
    update ${sql.id(schema, 'message')} as "message"
    set "text" = "changed"."text", "position" = "moved"."before" + "changed"."number"
    from "changed" join "moved" on "moved"."id" = "changed"."room"
    where "message"."room" = "changed"."room" and "message"."seq" = "changed"."seq"
    returning "changed"."room", "changed"."seq"`.execute(transaction);
  if (rows.length) afterCommit(transaction, () => events.emit('messagesChanged', rows));
}

/** Sends messages as they are now to the people of their rooms. */
export async function broadcastMessages(
  { id: brand, db }: ServiceBrand,
  broadcaster: Broadcaster,
  messages: MessageRef[],
): Promise<void> {
  for (const { room, seq } of messages) {
    const message = await messageAt(db, room, seq);
    if (!message) continue;
    const { position, sender } = message;
    const changes = { room, from: position - 1, head: position, messages: [message] };
    broadcaster.broadcast([{ brand, changes, sender: sender.id, hiddenFrom: await hiddenIn(db, room, sender.id) }]);
  }
}

/** People who must not see the messages of a sender in a room: hidden by blocks, or asked by a message request that they have not accepted. */
async function hiddenIn(db: Db, room: string, sender: string): Promise<string[]> {
  const request = await db
    .selectFrom('room')
    .select(['one', 'two'])
    .where('id', '=', room)
    .where('kind', '=', 'private')
    .where('acceptedAt', 'is', null)
    .executeTakeFirst();
  const asked = [request?.one, request?.two].filter((person) => person != null && person !== sender);
  return [...(await hiddenFrom(db, sender)), ...(asked as string[])];
}

const listed = (messages: (MessageRef & { text?: string })[]): RawBuilder<unknown> => sql`unnest(
  ${messages.map(({ room }) => room)}::text[], ${messages.map(({ seq }) => seq)}::bigint[],
  ${messages.map(({ text = '' }) => text)}::text[]
) as "listed" ("room", "seq", "text")`;

const numberInRoom = sql`row_number() over (partition by "message"."room" order by "message"."seq") as "number"`;

/** Gives every changed message a position: the heads of the rooms move by their number. */
const movedHeads = (schema: string): RawBuilder<unknown> => sql`"moved" as (
  update ${sql.id(schema, 'room')} as "room" set "head" = "head" + "counted"."messages"
  from (select "room" as "id", count(*) as "messages" from "changed" group by "room") as "counted"
  where "room"."id" = "counted"."id"
  returning "room"."id", "room"."head" - "counted"."messages" as "before"
)`;

import { type ExpressionBuilder, type NotNull, sql } from 'kysely';

import { now } from '../../database/database-now.ts';
import type { Db, Tables } from '../../database/tables/tables.ts';
import { areBlocked, blocksBetween, isRequestTo } from '../core/access.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { RELATIONSHIP_DAYS } from '../core/relationships.ts';
import { refuseRestricted } from '../core/restrictions.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';

/** The message requests to a person that wait for an answer: room and sender alone. */
export const requestsTo = (db: Db, person: string) =>
  db
    .selectFrom('room')
    .innerJoin('user as asker', 'asker.id', 'room.requestedBy')
    .select(['room.id as room', 'asker.id', 'asker.name'])
    .where((row) => isRequestTo(row, person))
    .where('room.declinedAt', 'is', null)
    .where('room.endedAt', 'is', null)
    .where((row) => row.not(row.exists(blocksBetween(db, person, row.ref('asker.id')))))
    .orderBy('room.requestedAt', 'desc');

/** Whether a person has asked for a conversation that takes no further message before it is accepted, as `insert_messages` has it. */
export const waitsForAnswer = (
  row: ExpressionBuilder<Tables, 'room'>,
  { id, brand }: Pick<ChatUser, 'id' | 'brand'>,
) => {
  const isWithin = (column: 'requestedAt' | 'declinedAt', days: number) =>
    row(`room.${column}`, '>', sql<Date>`now() - make_interval(days => ${sql.lit(days)})`);
  return row.and([
    row('room.kind', '=', 'private'),
    row('room.acceptedAt', 'is', null),
    row('room.requestedBy', '=', id),
    row.or([isWithin('requestedAt', RELATIONSHIP_DAYS.asked), isWithin('declinedAt', RELATIONSHIP_DAYS.declined)]),
    sql<boolean>`not ${sql.id(brand.schema, 'are_partners')}(${row.ref('room.one')}, ${row.ref('room.two')})`,
  ]);
};

/** Accepts a message request: the user becomes a member and may read it. @throws ChatRefusal `gone` without a request */
export async function acceptRequest(room: string, user: ChatUser, broadcaster: Broadcaster): Promise<void> {
  const { id, brand } = user;
  const asker = await brand.db.transaction().execute(async (transaction) => {
    await refuseRestricted(transaction, user, room);
    const accepted = await transaction
      .updateTable('room')
      .set({ acceptedAt: now })
      .where('id', '=', room)
      .where((row) => isRequestTo(row, id))
      .where('endedAt', 'is', null)
      .returning('requestedBy')
      .$narrowType<{ requestedBy: NotNull }>()
      .executeTakeFirst();
    if (!accepted) throw new ChatRefusal('gone');
    if (await areBlocked(transaction, id, accepted.requestedBy)) throw new ChatRefusal('blocked');
    await transaction
      .insertInto('member')
      .values({ room, userId: id, read: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return accepted.requestedBy;
  });
  broadcaster.notifyLobby(brand.id, [id, asker]);
}

/** Hides a message request. Nothing that its sender can see changes. @throws ChatRefusal `gone` without a request */
export async function declineRequest(room: string, { id, brand }: ChatUser, broadcaster: Broadcaster): Promise<void> {
  const declined = await brand.db
    .updateTable('room')
    .set({ declinedAt: now })
    .where('id', '=', room)
    .where((row) => isRequestTo(row, id))
    .returning('id')
    .executeTakeFirst();
  if (!declined) throw new ChatRefusal('gone');
  broadcaster.notifyLobby(brand.id, [id]);
}

/** Takes no message requests for 24 hours, or takes them again. */
export async function setNotNow(on: boolean, { id, brand }: ChatUser, broadcaster: Broadcaster): Promise<void> {
  await brand.db
    .updateTable('user')
    .set({ notNowUntil: on ? sql<Date>`now() + interval '24 hours'` : null })
    .where('id', '=', id)
    .execute();
  broadcaster.notifyLobby(brand.id, [id]);
}

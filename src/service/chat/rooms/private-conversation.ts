import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import { now } from '../../database/database-now.ts';
import type { Db, Transaction } from '../../database/tables/tables.ts';
import { areBlocked, isRequestTo } from '../core/access.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { areTalking } from '../core/relationships.ts';
import { refuseRestricted } from '../core/restrictions.ts';

/**
 * Opens the private conversation of two people, or creates it with the state of an earlier conversation, by a trigger. The other person
 * sees it after the first message. A request that the user has declined is listed again; they become a member by accepting it.
 * @throws ChatRefusal `parted` if the other person left a partner room of the two and has not written since; `notNow` if they take no
 * message requests today
 */
export async function openPrivateConversation(person: string, user: ChatUser): Promise<{ room: string }> {
  const { id, brand } = user;
  if (person === id) throw new ChatRefusal('body');
  return brand.db.transaction().execute(async (transaction) => {
    const other = await transaction
      .selectFrom('user')
      .select(['id', isNotNow])
      .where('id', '=', person)
      .executeTakeFirst();
    if (!other) throw new ChatRefusal('gone');
    if (await areBlocked(transaction, id, person)) throw new ChatRefusal('blocked');
    const [one, two] = [id, person].toSorted() as [string, string];
    const {
      id: room,
      endedAt,
      endedBy,
      ...state
    } = await transaction
      .insertInto('room')
      .values({ id: randomUUID(), kind: 'private', one, two })
      // Changes nothing, but returns the existing row.
      .onConflict((conflict) =>
        conflict.columns(['one', 'two']).where('kind', '=', sql.lit('private')).doUpdateSet({ one }),
      )
      .returning(['id', 'head', 'endedAt', 'endedBy', 'acceptedAt', 'requestedBy'])
      .returning((row) => isRequestTo(row, id).as('isRequest'))
      .executeTakeFirstOrThrow();
    // Instead of a foreign key. After the room, as in all transactions.
    if ((await lockPeople(transaction, id, person)).length < 2) throw new ChatRefusal('gone');
    if (endedAt && endedBy !== id) throw new ChatRefusal('parted');
    await refuseRestricted(transaction, user, room);
    if (state.isRequest) {
      await transaction.updateTable('room').set({ declinedAt: null }).where('id', '=', room).execute();
      return { room };
    }
    if (!state.acceptedAt && !state.requestedBy && other.isNotNow) throw new ChatRefusal('notNow');
    await transaction
      .insertInto('member')
      .values({ room, userId: id, read: state.head })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { room };
  });
}

const isNotNow = sql<boolean>`coalesce("notNowUntil" > now(), false)`.as('isNotNow');

/**
 * Ends the private conversation of two partners when a person leaves their room, or creates it as ended, unless both have written
 * in private: the partner cannot write to the leaver until the leaver writes.
 */
export async function endPrivateConversation(db: Db, leaver: string, one: string, two: string): Promise<void> {
  const { isKept } = await db
    .selectNoFrom((row) => areTalking(row, db, sql.val(one), sql.val(two)).as('isKept'))
    .executeTakeFirstOrThrow();
  if (isKept) return;
  await db
    .insertInto('room')
    .values({ id: randomUUID(), kind: 'private', one, two, endedAt: now, endedBy: leaver })
    .onConflict((conflict) =>
      conflict
        .columns(['one', 'two'])
        .where('kind', '=', sql.lit('private'))
        .doUpdateSet(({ ref, case: when }) => ({
          endedAt: ref('excluded.endedAt'),
          // If both have left each other, neither can reopen it alone.
          endedBy: when()
            .when('room.endedAt', 'is', null)
            .then(leaver)
            .when('room.endedBy', '=', leaver)
            .then(leaver)
            .else(null)
            .end(),
        })),
    )
    .execute();
}

/** Locks the conversations of two people in the order of room ids, as calls and account deletions do, to avoid deadlocks. */
export const lockConversations = (transaction: Transaction, ...people: [string, string]) =>
  transaction
    .selectFrom('room')
    .select(['id', 'endedAt'])
    .where('one', 'in', people)
    .where('two', 'in', people)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Keeps the accounts of two people until the transaction ends. @returns those that exist */
export const lockPeople = (transaction: Transaction, ...people: [string, string]) =>
  transaction.selectFrom('user').select('id').where('id', 'in', people).orderBy('id').forKeyShare().execute();

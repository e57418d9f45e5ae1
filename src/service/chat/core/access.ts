import { type Expression, type ExpressionBuilder, sql } from 'kysely';

import { required } from '../../../shared/required.ts';
import type { Db, Tables } from '../../database/tables/tables.ts';
import { ChatRefusal } from './chat-refusal.ts';
import type { ChatUser } from './chat-user.ts';
import { isInFirstDay } from './new-account.ts';
import { writingsTo } from './relationships.ts';

/**
 * Reads a room that a person may use: a public room of which they are a member, or their own conversation.
 * @throws ChatRefusal `gone` for any other room, and for a message request that the person has not accepted
 */
export async function roomOf(db: Db, { id }: Pick<ChatUser, 'id'>, room: string) {
  const found = await db
    .selectFrom('room')
    .leftJoin('member', (join) => join.onRef('member.room', '=', 'room.id').on('member.userId', '=', id))
    .select(['room.id', 'kind', 'one', 'two', 'head', 'endedAt', 'member.read'])
    .select((row) => showsPresence(row).as('showsPresence'))
    .where('room.id', '=', room)
    .where((row) => row.not(isRequestTo(row, id)))
    .executeTakeFirst();
  const isAllowed = found && (found.kind === 'public' ? found.read !== null : [found.one, found.two].includes(id));
  if (!isAllowed) throw new ChatRefusal('gone');
  return found;
}

/** The other person of a conversation. @throws Error if its people were deleted */
export const partnerOf = (person: string, { one, two }: { one: string | null; two: string | null }): string =>
  required(one === person ? two : one, 'other person of a conversation');

/** Whether a room is a message request that waits for a person's answer: they must not read it. Without its text there is no request. */
export const isRequestTo = (row: ExpressionBuilder<Tables, 'room'>, person: string) =>
  row.and([
    row('room.kind', '=', 'private'),
    row('room.acceptedAt', 'is', null),
    row('room.requestedBy', 'is not', null),
    row('room.requestedBy', '!=', person),
    row.or([row('room.one', '=', person), row('room.two', '=', person)]),
    row.exists(
      row
        .selectFrom('message')
        .select('seq')
        .whereRef('message.room', '=', 'room.id')
        .where('message.text', 'is not', null),
    ),
  ]);

/**
 * Whether the people of a room see who is online and who types. In a private conversation they do after both have written in it,
 * in a partner room until either person leaves: opening a conversation alone does not reveal presence.
 */
export const showsPresence = (row: ExpressionBuilder<Tables, 'room'>) =>
  row
    .case()
    .when('room.endedAt', 'is not', null)
    .then(false)
    .when('room.kind', '=', 'private')
    .then(haveBothWritten(row))
    .else(true)
    .end()
    .$castTo<boolean>();

/**
 * Whether a call in a conversation is refused, because its callee has not written to the caller. A person can only be called by people they have
 * written to. Partners can call at once, unless the caller's account is new.
 */
export const isStranger = (
  db: Db,
  row: ExpressionBuilder<Tables, 'room'>,
  caller: Pick<ChatUser, 'id' | 'joinedAt'>,
  callee: Expression<string | null>,
) =>
  row.and([
    row('room.kind', 'in', isInFirstDay(caller) ? ['private', 'partner'] : ['private']),
    row.not(
      row.exists(
        row
          .selectFrom('message')
          .select('sentAt as at')
          .whereRef('message.room', '=', 'room.id')
          .where('message.sender', '=', callee)
          .unionAll(writingsTo(db, callee, sql.val(caller.id))),
      ),
    ),
  ]);

/** Whether both people of a private conversation have written since they became members. */
const haveBothWritten = (row: ExpressionBuilder<Tables, 'room'>) =>
  row(
    row
      .selectFrom('member as writer')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('writer.room', '=', 'room.id')
      .where('writer.hasWritten', '=', true),
    '=',
    2,
  );

/** Pairs of people hidden from each other by a block, in both directions: a block works both ways. */
const hiddenPairs = (db: Db) =>
  db
    .selectFrom('block')
    .select(['blocker as viewer', 'blocked as hidden'])
    .unionAll(db.selectFrom('block').select(['blocked as viewer', 'blocker as hidden']));

/** Subquery for `exists`: rows if a block hides two people from each other. */
export const blocksBetween = (db: Db, viewer: string, hidden: Expression<string>) =>
  db
    .selectFrom(hiddenPairs(db).as('pair'))
    .select('pair.hidden')
    .where('pair.viewer', '=', viewer)
    .where('pair.hidden', '=', hidden);

/** Whether either of two people has blocked the other. */
export async function areBlocked(db: Db, one: string, two: string): Promise<boolean> {
  return (await blocksBetween(db, one, sql.val(two)).executeTakeFirst()) !== undefined;
}

/** Ids of the people hidden by blocks from a person. */
export async function hiddenFrom(db: Db, person: string): Promise<string[]> {
  const { hidden } = await db.selectNoFrom(hiddenPeople(db, sql.val(person)).as('hidden')).executeTakeFirstOrThrow();
  return hidden;
}

/** The same as an array expression for another statement. */
export const hiddenPeople = (db: Db, person: Expression<string>) =>
  sql<string[]>`array(${db
    .selectFrom(hiddenPairs(db).as('pair'))
    .select('pair.hidden')
    .where('pair.viewer', '=', person)})`;

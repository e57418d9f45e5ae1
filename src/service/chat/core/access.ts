import { type Expression, type ExpressionBuilder, type Kysely, sql } from 'kysely';

import type { Tables } from '../../database/tables.ts';
import { ChatRefusal } from './chat-refusal.ts';
import type { ChatUser } from './chat-user.ts';

/** A room of which somebody is part: a public one that they have entered, or a conversation of their own. */
export async function roomOf(db: Kysely<Tables>, { id }: Pick<ChatUser, 'id'>, room: string) {
  const found = await db
    .selectFrom('room')
    .leftJoin('member', (join) => join.onRef('member.room', '=', 'room.id').on('member.userId', '=', id))
    .select(['room.id', 'kind', 'one', 'two', 'head', 'endedAt', 'member.read'])
    .select((row) => showsPresence(row).as('showsPresence'))
    .where('room.id', '=', room)
    .executeTakeFirst();
  const isTheirs = found && (found.kind === 'public' ? found.read !== null : [found.one, found.two].includes(id));
  if (!isTheirs) throw new ChatRefusal('gone');
  return found;
}

/**
 * Whether the people of a room see who is online and who types. The two of a private conversation do after both have written in it,
 * partners until either leaves: looking alone tells no one whether a person is there.
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

/** Whether both people of a private conversation have written in it since they take part. */
export const haveBothWritten = (row: ExpressionBuilder<Tables, 'room'>) =>
  row(
    row
      .selectFrom('member as writer')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('writer.room', '=', 'room.id')
      .where('writer.hasWritten', '=', true),
    '=',
    2,
  );

/** The blocks that hide two people from each other. */
export const blocksBetween = (db: Kysely<Tables>, one: string, two: Expression<string>) =>
  db
    .selectFrom('block')
    .select('blocker')
    .where('blocker', 'in', [sql<string>`${one}`, two])
    .where('blocked', 'in', [sql<string>`${one}`, two]);

/** Whether either of two has blocked the other. */
export async function areBlocked(db: Kysely<Tables>, one: string, two: string): Promise<boolean> {
  return (await blocksBetween(db, one, sql<string>`${two}`).executeTakeFirst()) !== undefined;
}

/** Everybody who is hidden from somebody, and the other way round. */
export async function hiddenFrom(db: Kysely<Tables>, person: string): Promise<string[]> {
  const { hidden } = await db.selectNoFrom(hiddenPeople(db, sql.val(person)).as('hidden')).executeTakeFirstOrThrow();
  return hidden;
}

/** The same as an array, within another statement. */
export const hiddenPeople = (db: Kysely<Tables>, person: Expression<string>) =>
  sql<string[]>`array(${db
    .selectFrom('block')
    .select('blocked')
    .where('blocker', '=', person)
    .unionAll(db.selectFrom('block').select('blocker as blocked').where('blocked', '=', person))})`;

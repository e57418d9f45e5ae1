import { type Expression, type Kysely, sql } from 'kysely';

import type { Person } from '../../contract/chat.ts';
import type { Tables } from '../database/tables.ts';
import { hiddenFrom } from './access.ts';
import type { Guest } from './guest.ts';

/** A node that has said nothing for so long is gone, and so is everybody who was connected to it. */
const NODE_GONE = sql<Date>`now() - interval '15 seconds'`;

/** Connections of somebody to nodes that live. */
export const isThere = (db: Kysely<Tables>, person: Expression<string | null>) =>
  db
    .selectFrom('connection')
    .innerJoin('node', 'node.id', 'connection.node')
    .select('connection.id')
    .where('connection.userId', '=', person as Expression<string>)
    .where('node.seenAt', '>', NODE_GONE);

/** Who takes part in a room and is there, but for those whom blocks hide, and oneself. */
export async function peopleIn(room: string, { id, brand }: Guest): Promise<Person[]> {
  const hidden = await hiddenFrom(brand.db, id);
  return brand.db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .select(['user.id', 'user.name'])
    .where('member.room', '=', room)
    .where('user.id', 'not in', [id, ...hidden])
    .where((row) => row.exists(isThere(brand.db, row.ref('user.id'))))
    .orderBy('user.name')
    .execute();
}

/**
 * Says that this node lives.
 * @param guests who is connected to it: forgotten where it was silent for too long
 */
export async function beat(db: Kysely<Tables>, node: string, guests: Guest[]): Promise<void> {
  const { isNew } = await db
    .insertInto('node')
    .values({ id: node })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt: sql`now()` }))
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  if (!isNew || !guests.length) return;
  await db
    .insertInto('connection')
    .values(guests.map(({ id, connection }) => ({ id: connection, node, userId: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets the nodes that are gone. @returns who was connected to them, and is to no other */
export async function forgetGone(db: Kysely<Tables>): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    const people = await transaction
      .selectFrom('connection')
      .innerJoin('node', 'node.id', 'connection.node')
      .select('connection.userId')
      .distinct()
      .where('node.seenAt', '<=', NODE_GONE)
      .execute();
    await transaction.deleteFrom('node').where('seenAt', '<=', NODE_GONE).execute();
    const gone: string[] = [];
    for (const { userId } of people) if (!(await isConnected(transaction, userId))) gone.push(userId);
    return gone;
  });
}

/** @returns whether it is the person's only connection */
export async function arrive({ id, brand, connection }: Guest, node: string): Promise<boolean> {
  const before = await isConnected(brand.db, id);
  await brand.db.insertInto('connection').values({ id: connection, node, userId: id }).execute();
  return !before;
}

/** @returns whether it was the person's last connection */
export async function depart({ id, brand, connection }: Guest): Promise<boolean> {
  await brand.db.deleteFrom('connection').where('id', '=', connection).execute();
  return !(await isConnected(brand.db, id));
}

async function isConnected(db: Kysely<Tables>, person: string): Promise<boolean> {
  return (await isThere(db, sql<string>`${person}`).executeTakeFirst()) !== undefined;
}

/** Whom it concerns that somebody deletes their account: read before, told after. */
export interface Farewell {
  person: Person;
  /** Where others see them. */
  rooms: string[];
  /** With whom they have talked alone. */
  others: string[];
  /** Who does not see them. */
  hidden: string[];
}

export async function farewellOf(db: Kysely<Tables>, person: Person): Promise<Farewell> {
  const { id } = person;
  const conversations = await db
    .selectFrom('room')
    .select(['one', 'two'])
    .where(({ or, eb }) => or([eb('one', '=', id), eb('two', '=', id)]))
    .execute();
  return {
    person,
    rooms: await roomsOfPerson(db, id),
    others: conversations.map(({ one, two }) => (one === id ? two! : one!)),
    hidden: await hiddenFrom(db, id),
  };
}

/** The rooms in which others see whether somebody is there. */
export async function roomsOfPerson(db: Kysely<Tables>, person: string): Promise<string[]> {
  const rows = await db.selectFrom('member').select('room').where('userId', '=', person).execute();
  return rows.map(({ room }) => room);
}

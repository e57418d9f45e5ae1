import { type Expression, type Kysely, sql } from 'kysely';

import type { Person } from '../../../contract/person.ts';
import type { DeletedAccount } from '../../brands/brand-events.ts';
import type { ServiceBrand } from '../../brands/brands.ts';
import { anyOf } from '../../database/any-of.ts';
import type { Tables } from '../../database/tables.ts';
import { hiddenPeople, showsPresence } from '../core/access.ts';
import type { ChatUser } from '../core/chat-user.ts';

/** A node that has said nothing for so long is gone, and so is everybody who was connected to it. */
const NODE_GONE = sql<Date>`now() - interval '15 seconds'`;

/** Connections of somebody to nodes that live. */
export const liveConnectionsOf = (db: Kysely<Tables>, person: Expression<string | null>) =>
  db
    .selectFrom('connection')
    .innerJoin('node', 'node.id', 'connection.node')
    .select('connection.id')
    .where('connection.userId', '=', person as Expression<string>)
    .where('node.seenAt', '>', NODE_GONE);

interface PresenceOfPerson extends Person {
  isOnline: boolean;
  /** The rooms in which others see whether the person is online. */
  rooms: string[];
  /** Ids of the people whom blocks hide from the person. */
  hidden: string[];
}

/** Reads which people are online, and who sees it. Accounts that were deleted are missing. */
export const presenceOf = (db: Kysely<Tables>, people: string[]): Promise<PresenceOfPerson[]> =>
  db
    .selectFrom('user')
    .where('user.id', '=', anyOf(people))
    .select((row) => [
      'user.id',
      'user.name',
      row.exists(liveConnectionsOf(db, row.ref('user.id'))).as('isOnline'),
      sql<string[]>`array(${row
        .selectFrom('member')
        .innerJoin('room', 'room.id', 'member.room')
        .select('member.room')
        .whereRef('member.userId', '=', 'user.id')
        .where(showsPresence)})`.as('rooms'),
      hiddenPeople(db, row.ref('user.id')).as('hidden'),
    ])
    .$castTo<PresenceOfPerson>()
    .execute();

/** Everyone who is connected to a living node. */
export async function onlinePeople(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('connection')
    .innerJoin('node', 'node.id', 'connection.node')
    .select('connection.userId')
    .distinct()
    .where('node.seenAt', '>', NODE_GONE)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Says that a node lives, and forgets the nodes that are gone. @returns the people who were connected to those */
export async function storeHeartbeat(db: Kysely<Tables>, node: string): Promise<string[]> {
  await db
    .insertInto('node')
    .values({ id: node })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt: sql`now()` }))
    .execute();
  const rows = await db
    .with('gone', (query) => query.deleteFrom('node').where('seenAt', '<=', NODE_GONE).returning('node.id'))
    .selectFrom('connection')
    .innerJoin('gone', 'gone.id', 'connection.node')
    .select('connection.userId')
    .distinct()
    .execute();
  return rows.map(({ userId }) => userId);
}

/**
 * Makes the stored connections of a node those that it has: after a failed statement some are missing, or are stored for ever.
 * @returns the people of those that were stored or deleted
 */
export async function reconcile({ db, schema }: ServiceBrand, node: string, users: ChatUser[]): Promise<string[]> {
  const connection = sql.id(schema, 'connection');
  const { rows } = await sql<{ userId: string }>`
    with "open" as (${unnest(users)}),
    "deleted" as (
      delete from ${connection} as "stored" where "node" = ${node}
      and not exists (select from "open" where "open"."id" = "stored"."id") returning "userId"
    ),
    "added" as (
      insert into ${connection} ("id", "node", "userId")
      select "open"."id", "node"."id", "open"."userId" from "open" ${parents(schema, node)}
      on conflict do nothing returning "userId"
    )
    select "userId" from "deleted" union select "userId" from "added"`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Stores connections of a node; without a row of its own it is taken for gone, and its next beat stores them. */
export async function addConnections({ db, schema }: ServiceBrand, node: string, users: ChatUser[]): Promise<void> {
  await sql`
    insert into ${sql.id(schema, 'connection')} ("id", "node", "userId")
    select "open"."id", "node"."id", "open"."userId"
    from (${unnest(users)}) as "open" ${parents(schema, node)}
    on conflict do nothing`.execute(db);
}

/** The rows that a connection refers to; locked, so that a deletion at the same moment leaves the connection out instead of failing it. */
const parents = (schema: string, node: string) => sql`
  join ${sql.id(schema, 'user')} as "user" on "user"."id" = "open"."userId"
  join ${sql.id(schema, 'node')} as "node" on "node"."id" = ${node}
  for key share of "user", "node"`;

/** Forgets connections, and the search for a partner of people who have no other. */
export async function deleteConnections({ db }: ServiceBrand, users: ChatUser[]): Promise<void> {
  await db
    .deleteFrom('connection')
    .where('id', '=', anyOf(users.map(({ connection }) => connection)))
    .execute();
  await db
    .deleteFrom('seeker')
    .where('userId', '=', anyOf(users.map(({ id }) => id)))
    .where((row) => row.not(row.exists(liveConnectionsOf(db, row.ref('seeker.userId')))))
    .execute();
}

const unnest = (users: ChatUser[]) => sql`
  select * from unnest(${users.map(({ connection }) => connection)}::text[], ${users.map(({ id }) => id)}::text[])
  as "given" ("id", "userId")`;

/** Reads whom it concerns that an account is deleted; before the deletion. */
export async function affectedByDeletion(
  db: Kysely<Tables>,
  person: string,
): Promise<Pick<DeletedAccount, 'person' | 'others'>> {
  const conversations = await db
    .selectFrom('room')
    .select(['one', 'two'])
    .where(({ or, eb }) => or([eb('one', '=', person), eb('two', '=', person)]))
    .execute();
  return { person, others: conversations.map(({ one, two }) => (one === person ? two! : one!)) };
}

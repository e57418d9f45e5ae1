import { type Expression, sql } from 'kysely';

import type { ServiceBrand } from '../../brands/open-brands.ts';
import { anyOf } from '../../database/any-of.ts';
import type { Db } from '../../database/tables/tables.ts';
import { hiddenPeople, partnerOf, showsPresence } from '../core/access.ts';
import type { ChatUser } from '../core/chat-user.ts';

/** A node without a heartbeat for this time is dead, and its connections are closed. */
const NODE_TIMEOUT = sql<Date>`now() - interval '15 seconds'`;

/** Connections of a person to live nodes. */
export const liveConnectionsOf = (db: Db, person: Expression<string | null>) =>
  db
    .selectFrom('connection')
    .innerJoin('node', 'node.id', 'connection.node')
    .select('connection.id')
    .where('connection.userId', '=', person as Expression<string>)
    .where('node.seenAt', '>', NODE_TIMEOUT);

/** Reads whether people are online, the rooms that show it, and the ids of the people hidden by blocks. Omits deleted accounts. */
export const presenceOf = (db: Db, people: string[]) =>
  db
    .selectFrom('user')
    .where('user.id', '=', anyOf(people))
    .select((row) => [
      'user.id',
      'user.name',
      row
        .exists(liveConnectionsOf(db, row.ref('user.id')))
        .$castTo<boolean>()
        .as('isOnline'),
      sql<string[]>`array(${row
        .selectFrom('member')
        .innerJoin('room', 'room.id', 'member.room')
        .select('member.room')
        .whereRef('member.userId', '=', 'user.id')
        .where(showsPresence)})`.as('rooms'),
      hiddenPeople(db, row.ref('user.id')).as('hidden'),
    ])
    .execute();

/** Ids of all people connected to live nodes. */
export async function onlinePeople(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('connection')
    .innerJoin('node', 'node.id', 'connection.node')
    .select('connection.userId')
    .distinct()
    .where('node.seenAt', '>', NODE_TIMEOUT)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Stores the heartbeat of a node and deletes dead nodes. @returns the people who were connected to dead nodes */
export async function storeHeartbeat(db: Db, node: string): Promise<string[]> {
  await db
    .insertInto('node')
    .values({ id: node })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt: sql`now()` }))
    .execute();
  const rows = await db
    .with('gone', (query) => query.deleteFrom('node').where('seenAt', '<=', NODE_TIMEOUT).returning('node.id'))
    .selectFrom('connection')
    .innerJoin('gone', 'gone.id', 'connection.node')
    .select('connection.userId')
    .distinct()
    .execute();
  return rows.map(({ userId }) => userId);
}

/**
 * Replaces the stored connections of a node by its open connections: after a failed statement some are missing or stale.
 * @returns the people whose connections were stored or deleted
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

/** Stores connections of a node. If the row of the node is missing, its next heartbeat stores them. */
export async function addConnections({ db, schema }: ServiceBrand, node: string, users: ChatUser[]): Promise<void> {
  await sql`
    insert into ${sql.id(schema, 'connection')} ("id", "node", "userId")
    select "open"."id", "node"."id", "open"."userId"
    from (${unnest(users)}) as "open" ${parents(schema, node)}
    on conflict do nothing`.execute(db);
}

/** Rows that a connection references, locked, so that a concurrent deletion skips the connection instead of failing the statement. */
const parents = (schema: string, node: string) => sql`
  join ${sql.id(schema, 'user')} as "user" on "user"."id" = "open"."userId"
  join ${sql.id(schema, 'node')} as "node" on "node"."id" = ${node}
  for key share of "user", "node"`;

/** Deletes connections, and the partner search of people without another connection. */
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

/** Ids of the people who have a conversation with a person. */
export async function partnersOf(db: Db, person: string): Promise<string[]> {
  const conversations = await db
    .selectFrom('room')
    .select(['one', 'two'])
    .where(({ or, eb }) => or([eb('one', '=', person), eb('two', '=', person)]))
    .execute();
  return conversations.map((conversation) => partnerOf(person, conversation));
}

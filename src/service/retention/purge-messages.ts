import { type RawBuilder, sql } from 'kysely';

import { required } from '../../shared/required.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';

/** Messages per statement. */
const SLICE_ROWS = 1000;

/**
 * Deletes messages with their revisions and reactions, in slices. Those of people under a legal hold, and of accounts that were deleted a
 * few days ago, move to `keptMessage`, each text in a row. Skips rows that another transaction locks.
 * @param signal aborts between two slices
 */
export async function purgeMessages(
  { db, schema }: Pick<ServiceBrand, 'db' | 'schema'>,
  where: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const table = (name: string) => sql.id(schema, name);
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from ${table('message')} where ctid = any (array(
          select ctid from ${table('message')} where ${where} limit ${SLICE_ROWS} for update skip locked
        )) returning *
      ), kept as materialized (
        select "person" as "id" from ${table('held_people')}() as held("person")
        union select "id" from ${table('deletedUser')} where "until" > now()
      ), stored as (
        insert into ${table('keptMessage')} ("room", "seq", "position", "sender", "clientId", "text", "sentAt", "call")
        select "room", "seq", "position", "sender", "clientId", "text", "sentAt", "call"
        from gone where "sender" in (select "id" from kept)
        union all
        select "room", "seq", revision."position", "sender", "clientId", revision."text", "sentAt", null
        from gone join ${table('revision')} as revision using ("room", "seq") where "sender" in (select "id" from kept)
        on conflict do nothing
      )
      select count(*)::int as count from gone`.execute(db);
    if (required(rows[0], 'number of deleted messages').count < SLICE_ROWS || signal?.aborted) return;
  }
}

/** Whether a room has no messages. Deleting a room would delete those that a purge has skipped, unkept. */
export const isEmpty = ({ schema }: Pick<ServiceBrand, 'schema'>) =>
  sql`not exists (select from ${sql.id(schema, 'message')} where "message"."room" = "room"."id")`;

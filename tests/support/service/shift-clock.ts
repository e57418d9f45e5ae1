import { sql } from 'kysely';
import { Client } from 'pg';
import { vi } from 'vitest';

import type { ServiceBrand } from '../../../src/service/brands/open-brands.ts';

/**
 * Replaces `now()` and `clock_timestamp()` of a PostgreSQL database by functions that add an interval. Statements of the service name them
 * without a schema, so the search path decides: of the database, of the functions of each brand, and of defaults of columns.
 * @param url of a database with tables, and without connections
 */
export async function installClock(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  for (const statement of clock) await client.query(statement);
  await client.end();
}

const clock = [
  `create schema test_clock`,
  `create table test_clock.shift ("by" interval not null)`,
  `insert into test_clock.shift values ('0')`,
  ...['now', 'clock_timestamp'].map(
    (name) => `create function test_clock.${name}() returns timestamptz language sql volatile
      as $$ select pg_catalog.${name}() + "by" from test_clock.shift $$`,
  ),
  `alter function test_clock.now() stable`,
  `do $$ declare _each record; begin
    execute format('alter database %I set search_path = test_clock, pg_catalog, public', current_database());
    for _each in
      select "oid"::regprocedure as "name", "pronamespace"::regnamespace as "schema" from pg_proc
      where "proconfig"::text like '%search_path=%' and "pronamespace"::regnamespace::text like 'brand_%'
    loop
      execute format('alter function %s set search_path = test_clock, pg_catalog, %s', _each."name", _each."schema");
    end loop;
    for _each in
      select "adrelid"::regclass as "table", "attname" as "column" from pg_attrdef
      inner join pg_attribute on "attrelid" = "adrelid" and "attnum" = "adnum"
      where pg_get_expr("adbin", "adrelid") = 'now()'
    loop
      execute format('alter table %s alter column %I set default test_clock.now()', _each."table", _each."column");
    end loop;
  end $$`,
];

/** Sets the time of a database with such a clock and of this process. Nodes stay alive, and sessions last for another day. */
export async function setClock({ db, schema }: Pick<ServiceBrand, 'db' | 'schema'>, time: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // A heartbeat with the former time would end before the change, or begin after it.
    await sql`lock table ${sql.id(schema, 'node')} in exclusive mode`.execute(transaction);
    const moved = await sql<{ by: string }>`
      with "old" as (select "by" from test_clock.shift)
      update test_clock.shift set "by" = ${new Date(time)}::timestamptz - pg_catalog.now() from "old"
      returning (shift."by" - "old"."by")::text as "by"`.execute(transaction);
    const passed = sql<Date>`"seenAt" + ${moved.rows[0]!.by}::interval`;
    await transaction.updateTable('node').set({ seenAt: passed }).execute();
    await transaction
      .updateTable('session')
      .set({ expiresAt: sql<Date>`now() + interval '1 day'` })
      .execute();
  });
  vi.setSystemTime(time);
}

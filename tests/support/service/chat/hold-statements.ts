import { sql } from 'kysely';
import { Client } from 'pg';
import { vi } from 'vitest';

import type { ServiceBrand } from '../../../../src/service/brands/open-brands.ts';

/** Makes transactions wait when they insert a mail, their last statement. @returns a function that ends the wait */
export async function holdOutbox({ db, schema }: ServiceBrand): Promise<() => Promise<void>> {
  // The service removes a mail after it was sent: that statement would wait, too.
  const isEmpty = async (): Promise<boolean> => !(await db.selectFrom('outbox').select('id').executeTakeFirst());
  await vi.waitUntil(isEmpty, { timeout: 60_000 });
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction);
    await sql`lock table ${sql.id(schema, 'outbox')} in share mode`.execute(transaction);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return () => {
    released.resolve();
    return holding;
  };
}

/** Number of statements that wait for locks, without the query for mails to deliver. */
export async function countWaiting({ db }: ServiceBrand): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query not like '%skip locked%'`.execute(db);
  return rows[0]!.count;
}

/** An advisory lock of the tests. */
const LOCK = 815;

/**
 * Makes statements on a table wait at the point of a race. Each statement keeps the locks that it already holds.
 * @param url of the database
 * @param trigger such as `before insert on brand_amber.passkey`
 * @param condition of the trigger, about `old` and `new`
 * @returns a function that ends the wait
 */
export async function holdStatements(url: string, trigger: string, condition = 'true'): Promise<() => Promise<void>> {
  const client = new Client(url);
  await client.connect();
  await client.query(`
    select pg_advisory_lock(${LOCK});
    create or replace function public.wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${LOCK});
      return new;
    end $$;
    create or replace trigger wait_for_test ${trigger} for each row when (${condition}) execute function public.wait_for_test()`);
  return () => client.end();
}

import { sql } from 'kysely';

import type { Brand } from '../../src/service/brands.ts';

/** Has transactions wait with the mail that they write last. @returns ends that */
export async function holdOutbox({ db, schema }: Brand): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (transaction) => {
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

/** How many statements wait for locks of others, but for the one that looks for mails to deliver. */
export async function countWaiting({ db }: Brand): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query not like '%skip locked%'`.execute(db);
  return rows[0]!.count;
}

import { sql } from 'kysely';
import { Pool } from 'pg';
import { expect, onTestFinished } from 'vitest';

import { readEnv } from '../../../src/service/config/env.ts';
import type { Database } from '../../../src/service/database/database-handle.ts';
import { openDatabase } from '../../../src/service/database/open-database.ts';
import { testWith } from '../../support/programs.ts';
import { newDatabase } from '../../support/service/test-service.ts';

const testPostgres = testWith('postgres');

/** @param limits replace the usual limits, which take seconds */
async function open(limits: Record<string, string> = {}): Promise<Database & { url: string }> {
  const url = await newDatabase();
  const settings = { DATABASE_URL: `${url}?${new URLSearchParams(limits)}`, AUTH_SECRET: 'for tests '.repeat(4) };
  const database = await openDatabase(readEnv(settings), () => undefined);
  onTestFinished(database.close);
  return { ...database, url };
}

testPostgres(
  'the server ends statements, waits for locks and idle transactions itself, and compiles no query',
  async () => {
    const { db, unlimitedDb } = await open();
    const settingsOf = async (which: typeof db) =>
      (
        await sql<Record<string, string>>`select
        current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`.execute(which)
      ).rows[0];
    expect(await settingsOf(db)).toEqual({ statement: '15s', lock: '5s', idle: '5s', jit: 'off' });
    expect(await settingsOf(unlimitedDb)).toEqual({ statement: '0', lock: '0', idle: '0', jit: 'off' });
  },
);

testPostgres('a transaction that is stuck loses its locks after 5 s', async () => {
  const { db, url } = await open();
  const other = new Pool({ connectionString: url, max: 1 });
  onTestFinished(() => other.end());
  await sql`create table held (id int)`.execute(db);
  const stuck = db.transaction().execute(async (transaction) => {
    await sql`lock table held`.execute(transaction);
    // Waits until the server gives the lock to the other connection.
    await other.query('lock table held; drop table held');
    await sql`select 1`.execute(transaction);
  });
  await expect(stuck).rejects.toThrow();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

testPostgres('queries that time out leave no connection behind', async () => {
  const { db } = await open({ statement_timeout: '0', query_timeout: '2000' });
  const hanging = Array.from({ length: 12 }, () => sql`select pg_sleep(60)`.execute(db));
  for (const { status } of await Promise.allSettled(hanging)) expect(status).toBe('rejected');
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

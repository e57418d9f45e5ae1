import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';

import { openBrands } from '../../src/service/brands/open-brands.ts';
import { readEnv } from '../../src/service/config/env.ts';
import type { Database } from '../../src/service/database/database-handle.ts';
import { openDatabase } from '../../src/service/database/open-database.ts';
import { startRetention } from '../../src/service/retention/retention.ts';
import { editions } from '../support/configured-site.ts';

async function openEmbedded(): Promise<Database> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'vacuum-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  cpSync(inject('embedded'), DATA_DIR, { recursive: true });
  const database = await openDatabase(readEnv({ DATA_DIR }), () => undefined);
  onTestFinished(database.close);
  return database;
}

test('the service vacuums the tables of every brand at its start and once a minute', async () => {
  const brands = [...(await openBrands(editions, await openEmbedded(), 'for tests '.repeat(4))).values()];
  const schemas = brands.map(({ schema }) => schema);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const vacuumed: string[] = [];
  const errors: unknown[] = [];
  const vacuum = (schema: string): Promise<void> => Promise.resolve(void vacuumed.push(schema));
  const { stop } = startRetention(brands, 7, vacuum, (error) => errors.push(error));
  onTestFinished(stop);
  await expect.poll(() => vacuumed).toEqual(schemas);
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => vacuumed).toEqual([...schemas, ...schemas]);
  expect(errors).toEqual([]);
});

test('the embedded database vacuums and analyses tables that have changed much, and no others', async () => {
  const { db, vacuum } = await openEmbedded();
  const run = (statement: string) => sql.raw(statement).execute(db);
  const analysed = async (): Promise<Record<string, number>> => {
    const { rows } = await sql<{ relname: string; reltuples: number }>`
      select relname, reltuples from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'tried' and relkind = 'r'`.execute(db);
    return Object.fromEntries(rows.map(({ relname, reltuples }) => [relname, reltuples]));
  };
  await run('create schema tried');
  await run('create table tried.small as select number from generate_series(1, 100) as number');
  await run('create table tried.large as select number, number as other from generate_series(1, 50000) as number');
  await vacuum!('tried');
  expect(await analysed()).toEqual({ small: -1, large: 50_000 });

  const pages = async (): Promise<number> =>
    (await sql<{ size: number }>`select pg_relation_size('tried.large')::int as size`.execute(db)).rows[0]!.size;
  // The statistics are up to a second late.
  const changed = async (): Promise<number> =>
    (
      await sql<{ changed: number }>`
        select n_mod_since_analyze::int as changed from pg_stat_user_tables where relname = 'large'`.execute(db)
    ).rows[0]!.changed;
  const sizes: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await run('update tried.large set other = other + 1');
    await expect.poll(changed).toBeGreaterThan(0);
    await vacuum!('tried');
    sizes.push(await pages());
  }
  // The space of dead rows is reused.
  expect(sizes.at(-1)).toBeLessThanOrEqual(sizes[1]!);
});

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';

import type { PGlite } from '@electric-sql/pglite';
import { Kysely, type LogEvent, PGliteDialect, sql } from 'kysely';

import { acquireProcessLock } from '../../shared/files/process-lock.ts';
import { type Database, forEachWork } from './database-handle.ts';
import { offerDumps } from './dump-socket.ts';
import { importPGlite } from './import-pglite.ts';
import { SyncedFiles, syncedStart } from './synced-files.ts';
import type { Tables } from './tables/tables.ts';

/** Opens PGlite in a folder. @throws UserError if another process uses the folder */
export async function openEmbedded(dataDir: string, onStatement?: (event: LogEvent) => void): Promise<Database> {
  const unlock = lockDataDir(dataDir);
  recoverDatabase(dataDir);
  const pglite = await openFiles(dataDir);
  const endDumps = await offerDumps(dataDir, () => pglite.dumpDataDir('none'));
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), ...(onStatement && { log: onStatement }) });
  return {
    db,
    dbFor: forEachWork(() => db),
    unlimitedDb: db,
    // It has the clock of its process.
    clockLead: () => 0,
    vacuum: (schema) => vacuumChanged(db, schema),
    close: async () => {
      endDumps();
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}

/** Opens the database files without a lock, and makes them where there are none. */
export async function openFiles(dataDir: string): Promise<PGlite> {
  const PGlite = await importPGlite();
  return PGlite.create({ fs: new SyncedFiles(databaseIn(dataDir)), startParams: syncedStart(PGlite) });
}

/** Folder of the database files. */
export const databaseIn = (dataDir: string): string => `${dataDir}/database`;

/** Folder of the former database during a restore. */
export const asideOf = (dataDir: string): string => `${dataDir}/database.old`;

/** Puts the former database back after a restore that was killed before it finished. */
export function recoverDatabase(dataDir: string): void {
  if (existsSync(asideOf(dataDir)) && !existsSync(databaseIn(dataDir)))
    renameSync(asideOf(dataDir), databaseIn(dataDir));
  rmSync(asideOf(dataDir), { recursive: true, force: true });
}

/** Locks the folder against other processes. @throws UserError while another process uses it */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return acquireProcessLock(
    `${dataDir}/lock`,
    (pid) =>
      `${dataDir} is in use by another service (process ${pid}). Stop that service, choose another folder (DATA_DIR), or let both use PostgreSQL (DATABASE_URL).`,
  );
}

/**
 * Vacuums and analyses tables with many changes, as autovacuum does, a table at a time, because other statements wait. Skips small
 * tables: a plan made for an empty table would scan all of it for as long as the plan is cached.
 * @see https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM
 */
async function vacuumChanged(db: Kysely<Tables>, schema: string): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select stat.relname as "table" from pg_stat_user_tables as stat join pg_class on pg_class.oid = stat.relid
    where stat.schemaname = ${schema} and (
      stat.n_mod_since_analyze > 1000 + 0.1 * greatest(pg_class.reltuples, 0)
      or (pg_class.reltuples < 0 and pg_relation_size(stat.relid) > 1000000)
    )`.execute(db);
  for (const { table } of rows) await sql`vacuum (analyze) ${sql.id(schema, table)}`.execute(db);
}

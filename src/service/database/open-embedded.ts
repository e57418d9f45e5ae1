import { mkdirSync } from 'node:fs';

import { Kysely, type LogEvent, PGliteDialect, sql } from 'kysely';

import { lock } from '../../lock.ts';
import type { Database } from './open.ts';
import type { Tables } from './tables.ts';

/** @throws Mistake where the folder belongs to another process */
export async function openEmbedded(dataDir: string, onStatement?: (event: LogEvent) => void): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lock(
    `${dataDir}/lock`,
    (pid) =>
      `${dataDir} is in use by another service (process ${pid}). Stop that one, give this one another folder (DATA_DIR), or let both use one PostgreSQL (DATABASE_URL).`,
  );
  const { PGlite } = await import('@electric-sql/pglite');
  const pglite = await PGlite.create(`${dataDir}/database`);
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), ...(onStatement && { log: onStatement }) });
  return {
    db,
    unlimitedDb: db,
    // One table at a time: everything else waits for each.
    vacuum: async (schema) => {
      const { rows } = await sql<{ table: string }>`
        select tablename as "table" from pg_tables where schemaname = ${schema}`.execute(db);
      for (const { table } of rows) await sql`vacuum (analyze) ${sql.id(schema, table)}`.execute(db);
    },
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}

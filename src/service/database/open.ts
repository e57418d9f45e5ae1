import { mkdirSync } from 'node:fs';

import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from 'pg';

import { lock } from '../../lock.ts';
import { Mistake } from '../../problems.ts';
import type { Env } from '../env.ts';
import { BroadcastPool } from './broadcast-pool.ts';
import type { Tables } from './tables.ts';

export interface Database {
  db: Kysely<Tables>;
  /** Connections to PostgreSQL for broadcasts between the nodes that share it. */
  broadcastPool?: BroadcastPool;
  /** Waits for what is under way. */
  close: () => Promise<void>;
}

/**
 * The database that the settings name, or the embedded one.
 * @param onError is told of connections that break while nobody uses them; the next query takes a new one
 * @throws Mistake where it cannot be reached, is too old, or belongs to another process
 */
export const openDatabase = (env: Env, onError: (error: Error) => void): Promise<Database> =>
  env.DATABASE_URL ? openPostgres(env.DATABASE_URL, onError) : openEmbedded(env.DATA_DIR);

const OLDEST = 15;

async function openPostgres(connectionString: string, onError: (error: Error) => void): Promise<Database> {
  const numbers = new TypeOverrides();
  numbers.setTypeParser(types.builtins.INT8, Number);
  const config: PoolConfig = {
    connectionString,
    connectionTimeoutMillis: 5000,
    query_timeout: 60_000,
    keepAlive: true,
    // A LISTEN client only waits: without probes it would never notice that the network is gone.
    keepAliveInitialDelayMillis: 10_000,
    types: numbers,
  };
  const pool = new Pool({ ...config, max: 12 });
  const broadcastPool = new BroadcastPool(config);
  for (const one of [pool, broadcastPool]) {
    // Each client tells of its lost connection itself, in use or idle; a pool without a listener would end the process.
    one.on('error', () => undefined);
    one.on('connect', (client: PoolClient) => client.on('error', onError));
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int / 10000 as version`.execute(db);
    if (rows[0]!.version < OLDEST)
      throw new Mistake(`DATABASE_URL leads to PostgreSQL ${rows[0]!.version}. The service needs ${OLDEST} or newer.`);
  } catch (error) {
    await db.destroy();
    if (error instanceof Mistake) throw error;
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new Mistake(`DATABASE_URL leads to no database: ${reason}. Start the database, or correct the address.`, {
      cause: error,
    });
  }
  return {
    db,
    broadcastPool,
    close: async () => {
      await broadcastPool.end();
      await db.destroy();
    },
  };
}

async function openEmbedded(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lock(
    `${dataDir}/lock`,
    (pid) =>
      `${dataDir} is in use by another service (process ${pid}). Stop that one, give this one another folder (DATA_DIR), or let both use one PostgreSQL (DATABASE_URL).`,
  );
  const { PGlite } = await import('@electric-sql/pglite');
  const pglite = await PGlite.create(`${dataDir}/database`);
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  return {
    db,
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}

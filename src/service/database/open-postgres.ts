import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely';
import { Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from 'pg';

import { UserError } from '../../shared/user-error.ts';
import { BroadcastPool } from './broadcast-pool.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const OLDEST = 15;

/**
 * Limits of time that the server keeps, so that they hold for a node that is frozen or cut off as well. No request takes a second.
 * @see https://www.postgresql.org/docs/current/runtime-config-client.html
 */
const limits: PoolConfig = {
  statement_timeout: 15_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 5000,
  // For a server that does not answer at all: beyond its own limit.
  query_timeout: 20_000,
};

/** @throws UserError where it cannot be reached, or is too old */
export async function openPostgres(
  connectionString: string,
  onError: (error: Error) => void,
  onStatement?: (event: LogEvent) => void,
): Promise<Database> {
  const numbers = new TypeOverrides();
  numbers.setTypeParser(types.builtins.INT8, Number);
  const config: PoolConfig = {
    connectionString,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    // A LISTEN client only waits: without probes it would never notice that the network is gone.
    keepAliveInitialDelayMillis: 10_000,
    // Compiling a query takes longer than any query here.
    options: '-c jit=off',
    types: numbers,
  };
  const pool = new Pool({ ...config, ...limits, max: 12 });
  const unlimitedPool = new Pool({ ...config, max: 1 });
  const broadcastPool = new BroadcastPool({ ...config, ...limits });
  for (const one of [pool, unlimitedPool, broadcastPool]) {
    // Each client tells of its lost connection itself, in use or idle; a pool without a listener would end the process.
    one.on('error', () => undefined);
    one.on('connect', (client: PoolClient) => client.on('error', onError));
    one.on('release', closeIfBusy);
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(onStatement && { log: onStatement }) });
  const unlimitedDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: unlimitedPool }) });
  const close = async (): Promise<void> => {
    await broadcastPool.end();
    await unlimitedDb.destroy();
    await db.destroy();
  };
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int / 10000 as version`.execute(db);
    if (rows[0]!.version < OLDEST)
      throw new UserError(
        `DATABASE_URL leads to PostgreSQL ${rows[0]!.version}. The service needs ${OLDEST} or newer.`,
      );
  } catch (error) {
    await close();
    if (error instanceof UserError) throw error;
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new UserError(`DATABASE_URL leads to no database: ${reason}. Start the database, or correct the address.`, {
      cause: error,
    });
  }
  return { db, unlimitedDb, pool, broadcastPool, close };
}

/** After `query_timeout` a client still waits for its answer, and so would the next query on it. */
function closeIfBusy(_error: unknown, client: PoolClient): void {
  const { readyForQuery } = client as PoolClient & { readyForQuery?: boolean };
  if (readyForQuery === false) void client.end();
}

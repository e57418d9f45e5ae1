import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely';
import { Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from 'pg';

import { UserError } from '../../shared/user-error.ts';
import { BroadcastPool } from './broadcast-pool.ts';
import { CONNECTIONS, type Database, forEachWork } from './database-handle.ts';
import type { Tables } from './tables/tables.ts';

const OLDEST = 15;

const CLOCK_MS = 60_000;

/**
 * Timeouts enforced by the server, so that they also hold for a frozen or disconnected node. No request takes a second.
 * @see https://www.postgresql.org/docs/current/runtime-config-client.html
 */
const limits: PoolConfig = {
  statement_timeout: 15_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 5000,
  // For a server that does not respond at all: longer than its own timeout.
  query_timeout: 20_000,
};

/** Connects to PostgreSQL. @throws UserError if it is unreachable or too old */
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
    // A LISTEN client only waits: without probes it would never notice a lost network.
    keepAliveInitialDelayMillis: 10_000,
    // JIT compilation takes longer than any query here.
    options: '-c jit=off',
    types: numbers,
  };
  const pools = forEachWork((work) => new Pool({ ...config, ...limits, max: CONNECTIONS[work] }));
  const unlimitedPool = new Pool({ ...config, max: 1 });
  const broadcastPool = new BroadcastPool({ ...config, ...limits });
  for (const each of [...Object.values(pools), unlimitedPool, broadcastPool]) {
    // Each client reports its lost connection itself. An error event of a pool without a listener would end the process.
    each.on('error', () => undefined);
    each.on('connect', (client: PoolClient) => client.on('error', onError));
    each.on('release', closeIfBusy);
  }
  const dbFor = forEachWork((work) => {
    const dialect = new PostgresDialect({ pool: pools[work] });
    return new Kysely<Tables>({ dialect, ...(onStatement && { log: onStatement }) });
  });
  const db = dbFor.other;
  const unlimitedDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: unlimitedPool }) });
  const clock = createClock(dbFor.probes);
  const close = async (): Promise<void> => {
    clock.stop();
    await broadcastPool.end();
    for (const each of [unlimitedDb, ...Object.values(dbFor)]) await each.destroy();
  };
  try {
    const { version } = await db
      .selectNoFrom(sql<number>`current_setting('server_version_num')::int / 10000`.as('version'))
      .executeTakeFirstOrThrow();
    await clock.measure();
    if (version < OLDEST)
      throw new UserError(`DATABASE_URL is PostgreSQL ${version}. The service needs ${OLDEST} or newer.`);
  } catch (error) {
    await close();
    if (error instanceof UserError) throw error;
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new UserError(`DATABASE_URL cannot be reached: ${reason}. Start the database, or correct the address.`, {
      cause: error,
    });
  }
  return { db, dbFor, unlimitedDb, pools, broadcastPool, clockLead: clock.lead, close };
}

/** Compares the clock of the server with that of this node, once a minute: in between, the monotonic clock of the process is exact enough. */
function createClock(db: Kysely<Tables>) {
  /** Time of the server, in milliseconds since 1970, when the clock of the process began. */
  let began = 0;
  const measure = (): Promise<void> =>
    // From the time on at which a connection is free.
    db.connection().execute(async (connection) => {
      const before = performance.now();
      const { at } = await connection.selectNoFrom(sql<Date>`clock_timestamp()`.as('at')).executeTakeFirstOrThrow();
      began = at.getTime() - (before + performance.now()) / 2;
    });
  // The next query reports the reason of a failure.
  const timer = setInterval(() => void measure().catch(() => undefined), CLOCK_MS).unref();
  return {
    measure,
    lead: (): number => Math.round(began + performance.now() - Date.now()),
    stop: (): void => clearInterval(timer),
  };
}

/** After `query_timeout` a client still waits for the response, and the next query on it would wait, too. */
function closeIfBusy(_error: unknown, client: PoolClient): void {
  const { readyForQuery } = client as PoolClient & { readyForQuery?: boolean };
  if (readyForQuery === false) void client.end();
}

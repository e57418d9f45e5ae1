import type { Kysely, LogEvent } from 'kysely';
import type { Pool } from 'pg';

import type { Env } from '../env.ts';
import type { BroadcastPool } from './broadcast-pool.ts';
import { openEmbedded } from './open-embedded.ts';
import { openPostgres } from './open-postgres.ts';
import type { Tables } from './tables.ts';

export interface Database {
  db: Kysely<Tables>;
  /** The same without limits of time, for migrations. */
  unlimitedDb: Kysely<Tables>;
  /** Connections to PostgreSQL for statements. */
  pool?: Pool;
  /** Connections to PostgreSQL for broadcasts between the nodes that share it. */
  broadcastPool?: BroadcastPool;
  /** Removes dead rows and counts the others for the planner, where PostgreSQL has no autovacuum that does. */
  vacuum?: (schema: string) => Promise<void>;
  /** Waits for what is under way. */
  close: () => Promise<void>;
}

/**
 * The database that the settings name, or the embedded one.
 * @param onError is told of connections that break while nobody uses them; the next query takes a new one
 * @param onStatement is told of each statement and the time it took, or of its error
 * @throws Mistake where it cannot be reached, is too old, or belongs to another process
 */
export const openDatabase = (
  env: Env,
  onError: (error: Error) => void,
  onStatement?: (event: LogEvent) => void,
): Promise<Database> =>
  env.DATABASE_URL ? openPostgres(env.DATABASE_URL, onError, onStatement) : openEmbedded(env.DATA_DIR, onStatement);

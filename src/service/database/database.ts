import type { Kysely } from 'kysely';
import type { Pool } from 'pg';

import type { BroadcastPool } from './broadcast-pool.ts';
import type { Tables } from './tables.ts';

/** An open database. */
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

import type { Kysely } from 'kysely';
import type { Pool } from 'pg';

import type { BroadcastPool } from './broadcast-pool.ts';
import type { Tables } from './tables.ts';

/** An open database. */
export interface Database {
  db: Kysely<Tables>;
  /** The same without timeouts, for migrations. */
  unlimitedDb: Kysely<Tables>;
  /** Connection pool of PostgreSQL for statements. */
  pool?: Pool;
  /** Connection pool of PostgreSQL for broadcasts between nodes. */
  broadcastPool?: BroadcastPool;
  /** Vacuums and analyses tables. Only the embedded database needs it: it has no autovacuum. */
  vacuum?: (schema: string) => Promise<void>;
  /** Closes connections after running statements. */
  close: () => Promise<void>;
}

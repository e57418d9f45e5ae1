import type { Pool } from 'pg';

import type { BroadcastPool } from './broadcast-pool.ts';
import type { Db } from './tables/tables.ts';

/**
 * Connections of a node to PostgreSQL for each kind of work: however many requests of one kind wait, those of the others find a
 * connection.
 */
export const CONNECTIONS = {
  /** Accounts, reads of the chat and everything else. */
  other: 7,
  /** Storing messages, and the limits and word lists before that. */
  messages: 4,
  /** Edits, deletions and reactions. */
  changes: 2,
  /** The partner search. */
  matching: 2,
  /** Readiness, and the heartbeat that keeps the people of this node online. */
  probes: 2,
};
export type Work = keyof typeof CONNECTIONS;

export const forEachWork = <Value>(make: (work: Work) => Value): Record<Work, Value> =>
  Object.fromEntries((Object.keys(CONNECTIONS) as Work[]).map((work) => [work, make(work)])) as Record<Work, Value>;

/** An open database. */
export interface Database {
  /** Over the connections of other work. */
  db: Db;
  /** Over the connections of each kind of work. The embedded database has a single connection for all. */
  dbFor: Record<Work, Db>;
  /** The same without timeouts, for migrations. */
  unlimitedDb: Db;
  /** Connection pools of PostgreSQL for statements. */
  pools?: Record<Work, Pool>;
  /** Connection pool of PostgreSQL for broadcasts between nodes. */
  broadcastPool?: BroadcastPool;
  /** Milliseconds by which the clock of the database is ahead of that of this node. */
  clockLead: () => number;
  /** Vacuums and analyses tables. Only the embedded database needs it: it has no autovacuum. */
  vacuum?: (schema: string) => Promise<void>;
  /** Closes connections after running statements. */
  close: () => Promise<void>;
}

import type { Pool } from 'pg';

import type { FairQueue } from '../shared/fair-queue.ts';
import type { Chat } from './chat/chat.ts';
import type { Database } from './database/database-handle.ts';
import { readDatabaseCounts, type DatabaseCounts } from './metrics/database-counts.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Readiness } from './readiness.ts';

interface GaugeSources {
  database: Database;
  /** PostgreSQL schemas of the brands. */
  schemas: string[];
  chat: Pick<Chat, 'countSockets' | 'unsentBytes'>;
  readiness: Readiness;
  heavyWork: Pick<FairQueue, 'countWaiting'>;
  /** Waiting password tasks by queue. */
  countWaiting: () => Record<string, number>;
}

/** Adds the gauges that are read at each scrape. */
export function addGauges(
  metrics: Metrics,
  { database, schemas, chat, readiness, countWaiting, heavyWork }: GaugeSources,
): void {
  const { broadcastPool } = database;
  const pools = Object.entries(database.pools ?? {});
  metrics.addGauge('chat_sockets', 'Open sockets of people.', () => chat.countSockets());
  metrics.addGauge('chat_unsent_bytes', 'Bytes that wait for the readers of sockets.', () => chat.unsentBytes());
  metrics.addGauge('chat_draining', '1 while this node ends.', () => Number(readiness.isDraining()));
  metrics.addGauge('chat_heavy_work_waiting', 'Costly requests and handshakes that wait.', heavyWork.countWaiting);
  metrics.addGauge(
    'chat_password_waiting',
    'Passwords that wait for a thread.',
    () => labelled(countWaiting()),
    'queue',
  );
  metrics.addGauge(
    'chat_database_connections',
    'Connections for statements.',
    () => {
      const [total, idle] = [sum(pools, 'totalCount'), sum(pools, 'idleCount')];
      return labelled(database.pools ? { busy: total - idle, idle } : {});
    },
    'state',
  );
  metrics.addGauge(
    'chat_database_waiting',
    'Statements that wait for a connection.',
    () => pools.map(([name, { waitingCount }]) => [name, waitingCount]),
    'pool',
  );
  metrics.addGauge(
    'chat_broadcast_listener',
    '1 while this node hears broadcasts of the other nodes.',
    () => broadcastPool && Number(broadcastPool.isListening()),
  );

  let reading: Promise<DatabaseCounts | undefined> | undefined;
  /** A single statement for all gauges of a scrape. */
  const shared = async (name: keyof DatabaseCounts): Promise<number | undefined> => {
    reading ??= readDatabaseCounts(database.db, schemas).finally(() => (reading = undefined));
    return (await reading)?.[name];
  };
  metrics.addGauge('chat_outbox_mails', 'Mails that have not left.', () => shared('outboxMails'));
  metrics.addGauge('chat_outbox_age_seconds', 'Age of the oldest mail that has not left.', () => shared('outboxAge'));
  metrics.addGauge('chat_outbox_delay_seconds', 'For how long a mail has waited for a node to take it.', () =>
    shared('outboxDelay'),
  );
  metrics.addGauge('chat_bans', 'Accounts that are banned now.', () => shared('bans'));
  metrics.addGauge('chat_held_messages', 'Messages that word lists hold back.', () => shared('heldMessages'));
  metrics.addGauge('chat_held_messages_overdue', 'Held messages that no moderator has decided about in time.', () =>
    shared('heldOverdue'),
  );
  metrics.addGauge('chat_escalation_wait_seconds', 'For how long an escalated case has waited for a decision.', () =>
    shared('escalationWait'),
  );
  metrics.addGauge('chat_calls', 'Calls that ring or are answered.', () => shared('calls'));
}

const sum = (pools: [string, Pool][], count: 'totalCount' | 'idleCount'): number =>
  pools.reduce((total, [, pool]) => total + pool[count], 0);

const labelled = (values: Record<string, number>): [string, number][] => Object.entries(values);

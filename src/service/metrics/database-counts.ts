import { sql } from 'kysely';

import type { Db } from '../database/tables/tables.ts';

/** Figures of the shared database, the same on every node. */
export interface DatabaseCounts {
  outboxMails: number;
  /** Age of the oldest mail, in seconds. */
  outboxAge: number;
  /** Longest time that a due mail has waited for a node, in seconds. */
  outboxDelay: number;
  bans: number;
  heldMessages: number;
  heldOverdue: number;
  /** Longest wait of an escalated case, in seconds. */
  escalationWait: number;
  calls: number;
}

/** Longest wait of a scrape for the database. */
const TIMEOUT_MS = 1000;

/** Reads the figures; undefined if the database does not respond in time. */
export function readDatabaseCounts(db: Db, schemas: string[]): Promise<DatabaseCounts | undefined> {
  const figures = schemas.map(
    (schema) => sql`select
      (select count(*) from ${sql.id(schema, 'outbox')})::int as mails,
      (select ${secondsSince('createdAt')} from ${sql.id(schema, 'outbox')}) as age,
      (select ${secondsSince('dueAt')} from ${sql.id(schema, 'outbox')}) as delay,
      (select count(*) from ${sql.id(schema, 'ban')} where until > now())::int as bans,
      (select count(*) from ${sql.id(schema, 'heldMessage')} where "decidedAt" is null)::int as held,
      (select count(*) from ${sql.id(schema, 'heldMessage')} where "decidedAt" is null and "dueAt" < now())::int as overdue,
      (
        select ${secondsSince('escalatedAt')} from ${sql.id(schema, 'moderationCase')}
        where escalation is not null and "decidedAt" is null
      ) as escalated,
      (select count(*) from ${sql.id(schema, 'call')})::int as calls`,
  );
  const read = sql<DatabaseCounts>`
    select sum(mails)::int as "outboxMails", max(age) as "outboxAge", max(delay) as "outboxDelay",
      sum(bans)::int as bans, sum(held)::int as "heldMessages", sum(overdue)::int as "heldOverdue",
      max(escalated) as "escalationWait", sum(calls)::int as calls
    from (${sql.join(figures, sql` union all `)}) as brands`.execute(db);
  return Promise.race([
    read.then(({ rows }) => rows[0]).catch(() => undefined),
    new Promise<undefined>((done) => void setTimeout(done, TIMEOUT_MS, undefined).unref()),
  ]);
}

/** Seconds since the earliest time in a column; 0 without rows or for a time in the future. */
const secondsSince = (column: 'createdAt' | 'dueAt' | 'escalatedAt') =>
  sql`greatest(coalesce(extract(epoch from now() - min(${sql.id(column)})), 0), 0)::float`;

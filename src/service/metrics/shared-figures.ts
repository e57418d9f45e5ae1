import { type Kysely, sql } from 'kysely';

import type { Tables } from '../database/tables.ts';

/** What the nodes share: every node that is asked says the same. */
export interface SharedFigures {
  outboxMails: number;
  /** Age of the oldest mail. */
  outboxAge: number;
  /** For how long a mail has been due that no node has taken. */
  outboxDelay: number;
  bans: number;
  calls: number;
}

/** A scrape does not wait longer for the database. */
const PATIENCE_MS = 1000;

/** @returns nothing where the database does not answer in time */
export function readSharedFigures(db: Kysely<Tables>, schemas: string[]): Promise<SharedFigures | undefined> {
  const figures = schemas.map(
    (schema) => sql`select
      (select count(*) from ${sql.id(schema, 'outbox')})::int as mails,
      (select ${secondsSince('createdAt')} from ${sql.id(schema, 'outbox')}) as age,
      (select ${secondsSince('dueAt')} from ${sql.id(schema, 'outbox')}) as delay,
      (select count(*) from ${sql.id(schema, 'ban')} where until > now())::int as bans,
      (select count(*) from ${sql.id(schema, 'call')})::int as calls`,
  );
  const read = sql<SharedFigures>`
    select sum(mails)::int as "outboxMails", max(age) as "outboxAge", max(delay) as "outboxDelay",
      sum(bans)::int as bans, sum(calls)::int as calls
    from (${sql.join(figures, sql` union all `)}) as brands`.execute(db);
  return Promise.race([
    read.then(({ rows }) => rows[0]).catch(() => undefined),
    new Promise<undefined>((done) => void setTimeout(done, PATIENCE_MS, undefined).unref()),
  ]);
}

/** Of the earliest of these times; 0 where there is none, or it is still to come. */
const secondsSince = (column: 'createdAt' | 'dueAt') =>
  sql`greatest(coalesce(extract(epoch from now() - min(${sql.id(column)})), 0), 0)::float`;

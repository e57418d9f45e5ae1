import { type RawBuilder, sql } from 'kysely';

import type { Db } from './tables/tables.ts';

/** The clock of the database, which all nodes share: every time that a statement compares comes from it. */
export const now = sql<Date>`now()`;

export const secondsFromNow = (seconds: number): RawBuilder<Date> =>
  sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Reads the clock of the database. */
export const readNow = async (db: Db): Promise<Date> =>
  (await db.selectNoFrom(now.as('now')).executeTakeFirstOrThrow()).now;

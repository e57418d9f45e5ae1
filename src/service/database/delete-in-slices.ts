import { type RawBuilder, sql } from 'kysely';

import { required } from '../../shared/required.ts';
import type { Db, Tables } from './tables/tables.ts';

/** Rows per statement: 34 ms on the embedded database, where all other statements wait. */
const SLICE_ROWS = 1000;

/**
 * Deletes rows in slices, a statement each, so that other statements wait briefly. Skips rows that another transaction locks.
 * @param signal aborts between two slices
 */
export async function deleteInSlices(
  { db, schema }: { db: Db; schema: string },
  table: keyof Tables,
  where: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const rows = sql.id(schema, table);
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${rows} where ctid = any (array(
      select ctid from ${rows} where ${where} limit ${SLICE_ROWS} for update skip locked
    ))`.execute(db);
    if (required(numAffectedRows, 'number of deleted rows') < SLICE_ROWS || signal?.aborted) return;
  }
}

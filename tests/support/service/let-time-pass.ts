import { sql } from 'kysely';

import type { ServiceBrand } from '../../../src/service/brands/open-brands.ts';

/** Tables whose times stay: the log refuses changes, and open browsers prolong sessions and connections. */
const STAYING = ['auditLog', 'session', 'node', 'connection'];

/** Lets days pass for a brand: the times of its rows move into the past. Signed-in people stay signed in. */
export async function letTimePass({ db, schema }: ServiceBrand, days: number): Promise<void> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = ${schema} and data_type = 'timestamp with time zone' and table_name <> all(${STAYING})
    group by table_name`.execute(db);
  for (const { table, columns } of rows) {
    const moved = columns.map((column) => sql`${sql.id(column)} = ${sql.id(column)} - make_interval(days => ${days})`);
    await sql`update ${sql.id(schema, table)} set ${sql.join(moved)}`.execute(db);
  }
}

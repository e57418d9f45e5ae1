import { sql } from 'kysely';

import type { ServiceBrand } from '../../../src/service/brands/open-brands.ts';

/** Every row of every table of the database, as text. */
export async function dump({ db }: Pick<ServiceBrand, 'db'>): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const lines: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.id(schema, name)} t`.execute(db);
    lines.push(...rows.map(({ row }) => `${schema}.${name} ${row}`));
  }
  return lines.join('\n');
}

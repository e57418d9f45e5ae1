import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

import { accounts } from './migrations/001-accounts.ts';
import { chat } from './migrations/002-chat.ts';
import { calls } from './migrations/003-calls.ts';
import type { Tables } from './tables.ts';

/**
 * Brings the tables of a brand up to date. Of several nodes that start at once, one does it and the others wait.
 * @param schema where the brand's tables are
 */
export async function migrate(db: Kysely<Tables>, schema: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsIn(schema)) },
    migrationTableSchema: schema,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error(`The tables in ${schema} could not be brought up to date.`, { cause: error });
}

/** By name, in their order. One that has been published is never changed. */
const migrationsIn = (schema: string): Record<string, Migration> => ({
  '001-accounts': accounts(schema),
  '002-chat': chat(schema),
  '003-calls': calls(schema),
});

import { type QueryExecutorProvider, sql } from 'kysely';

/** Runs statements in a transaction, with a schema as search path. Functions may call functions that are created after them. */
export async function runStatements(
  transaction: QueryExecutorProvider,
  schema: string,
  statements: string[],
): Promise<void> {
  await sql`set local search_path to ${sql.id(schema)}`.execute(transaction);
  await sql`set local check_function_bodies to off`.execute(transaction);
  for (const statement of statements) await sql.raw(statement).execute(transaction);
}

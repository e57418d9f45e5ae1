import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Nicknames of deleted accounts, as keyed hashes: no other user gets them for a while. @param schema of the brand */
export const retiredNicknames = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`create table ${sql.id(schema, 'retiredNickname')} (
      "key" text primary key,
      "owner" text not null,
      "until" timestamptz not null
    )`.execute(database);
  },
});

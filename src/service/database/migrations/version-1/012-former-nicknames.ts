import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Nicknames that users have given up lately: no other user gets them for a while. @param schema of the brand */
export const formerNicknames = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

const statements = [
  `create table "formerNickname" (
    "nicknameKey" text primary key,
    "userId" text not null references "user" ("id") on delete cascade,
    "until" timestamptz not null
  )`,
  `create index "formerNickname_of_user" on "formerNickname" ("userId")`,
];

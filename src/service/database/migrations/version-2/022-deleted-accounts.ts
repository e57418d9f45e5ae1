import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Cases about people who have deleted their accounts. @param schema of the brand */
export const deletedAccounts = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

const statements = [
  `alter table "moderationCase" add column "addressKey" text,
    add column "nextAccount" text references "user" on delete set null`,
  `create index "case_address" on "moderationCase" ("addressKey") where "addressKey" is not null`,
  `create index "case_next_account" on "moderationCase" ("nextAccount") where "nextAccount" is not null`,
];

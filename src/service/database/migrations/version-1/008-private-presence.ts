import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who has written in a private conversation, and who has closed it by leaving a partner. @param schema the one of the brand */
export const privatePresence = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

const statements = [
  `alter table "member" add column "hasWritten" boolean not null default false`,
  `update "member" set "hasWritten" = true from "room"
    where "room"."id" = "member"."room" and "room"."kind" = 'private' and exists (
      select from "message"
      where "message"."room" = "member"."room" and "message"."sender" = "member"."userId" and "message"."call" is null
    )`,
  `alter table "room" add column "endedBy" text`,
];

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The order of the queue, and anonymous figures of purged reports, decisions and appeals. @param schema of the brand */
export const cases = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

const statements = [
  `alter table "moderationCase" add column "escalatedAt" timestamptz`,
  `alter table "report" add column "hasLinks" boolean not null default false`,
  `create index "undecided_case" on "moderationCase" ("createdAt") where "decidedAt" is null`,
  // Reports of earlier releases wait, too.
  `insert into "moderationCase" ("person", "createdAt")
    select "reported", min("createdAt") from "report" where "reported" is not null and "case" is null group by "reported"`,
  `update "report" set "case" = "moderationCase"."id" from "moderationCase"
    where "report"."case" is null and "moderationCase"."person" = "report"."reported" and "decidedAt" is null`,
  `create table "moderationFigure" (
    "year" integer not null,
    "facts" jsonb not null
  )`,
  `create index "moderation_figure_year" on "moderationFigure" ("year")`,
];

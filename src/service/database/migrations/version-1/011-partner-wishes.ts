import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Interests and age groups of people who look for a partner, and the searches that led to a partner room. @param schema of the brand */
export const partnerWishes = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

const statements = [
  `alter table "seeker"
    add column "tags" text[] not null default '{}',
    add column "age" smallint,
    add column "ages" smallint[] not null default '{}'`,
  `alter table "member" add column "search" jsonb`,
];

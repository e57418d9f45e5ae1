import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How far members have received and seen the messages of a conversation. @param schema of the brand */
export const deliveryMarks = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

const statements = [
  `alter table "member"
    add column "delivered" bigint not null default 0,
    add column "seen" bigint not null default 0`,
  `alter table "user" add column "seenMarks" boolean not null default true`,
];

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Calls between two, and what stays of them in conversations. @param schema the one of the brand */
export const calls = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

const statements = [
  `alter table "message" add column "call" jsonb`,
  `create table "call" (
    "id" uuid primary key,
    "room" text not null unique references "room" on delete cascade,
    "caller" text not null references "user" on delete cascade,
    "video" boolean not null,
    "startedAt" timestamptz not null default now(),
    "answeredAt" timestamptz
  )`,
  `create index "call_of_caller" on "call" ("caller")`,
  `create table "inCall" (
    "userId" text primary key references "user" on delete cascade,
    "call" uuid not null references "call" on delete cascade,
    "device" uuid,
    "session" text,
    "connection" text,
    "seenAt" timestamptz not null default now()
  )`,
  `create index "inCall_of_call" on "inCall" ("call")`,
];

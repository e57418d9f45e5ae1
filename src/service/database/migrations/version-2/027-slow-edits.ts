import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Slow mode counts edits as messages, in the functions of migrations 024 and 025, and reactions have a time. @param schema of the brand */
export const slowEdits = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

const statements = [
  // Of an edit in the last minutes, without a look at all messages of a person.
  `create index "message_edited" on "message" ("sender", "editedAt") where "editedAt" is not null`,
  // Whether slow mode still keeps a person from writing in a room.
  `create function "is_slow"(_person text, _room text, _seconds integer)
  returns boolean language sql set search_path from current as $$
    select exists (
      select from "message" where "room" = _room and "sender" = _person
        and "sentAt" > clock_timestamp() - make_interval(secs => _seconds)
    ) or exists (
      select from "message" where "room" = _room and "sender" = _person
        and "editedAt" > clock_timestamp() - make_interval(secs => _seconds)
    )
  $$`,
  // Unknown for those from before.
  `alter table "reaction" add column "at" timestamptz`,
  `alter table "reaction" alter column "at" set default now()`,
];

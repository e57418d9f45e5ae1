import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import { changeMessage } from './020-change-message.ts';
import { insertMessages } from './020-insert-messages.ts';

/** Message requests, "nobody new today", and mutes, limits and modes of rooms where messages are stored. @param schema of the brand */
export const strangers = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of [...tables, ...checks, insertMessages, changeMessage])
      await sql.raw(statement).execute(database);
  },
});

const tables = [
  `alter table "user" add column "notNowUntil" timestamptz`,
  `alter table "room"
    add column "requestedBy" text,
    add column "requestedAt" timestamptz,
    add column "declinedAt" timestamptz,
    add column "acceptedAt" timestamptz`,
  // Conversations from before message requests go on.
  `update "room" set "acceptedAt" = "activeAt" where "kind" = 'private' and "head" > 0`,
  `create index "request_of_one" on "room" ("one") where "requestedBy" is not null and "acceptedAt" is null`,
  `create index "request_of_two" on "room" ("two") where "requestedBy" is not null and "acceptedAt" is null`,
];

/** Functions without a cache: each statement that calls them sees the restrictions and modes in force at that moment. */
const checks = [
  // Whether both people of a conversation have written in it, whether or not they have left it since.
  `create function "have_both_written"(_room text) returns boolean language sql set search_path from current as $$
    select exists (
      select from "room" where "id" = _room and "kind" <> 'public'
        and exists (select from "message" where "room" = _room and "sender" = "one" and "call" is null)
        and exists (select from "message" where "room" = _room and "sender" = "two" and "call" is null)
    )
  $$`,
  // Whether two people are partners who have both written to each other.
  `create function "are_partners"(_one text, _two text) returns boolean language sql set search_path from current as $$
    select exists (
      select from "room"
      where "one" = _one and "two" = _two and "kind" = 'partner' and "endedAt" is null and "have_both_written"("id")
    )
  $$`,
  // Why a mute or limit keeps a person from acting in a room, or without a room from meeting new people; null without a reason.
  `create function "restriction_of"(_person text, _room text) returns text language sql set search_path from current as $$
    select case
      when bool_or("kind" = 'mute') then 'muted'
      when bool_or("kind" = 'limit') and not coalesce((
        select _person in ("one", "two") and "have_both_written"("id") from "room" where "id" = _room
      ), false) then 'limited'
    end
    from "restriction" where "userId" = _person and "until" > now()
  $$`,
  // The mode of a public room, or with the room * of all of them.
  `create function "mode_of"(_room text, out "slowSeconds" integer, out "closed" boolean)
  language sql set search_path from current as $$
    select coalesce(max("slowSeconds"), 0), coalesce(bool_or("closed"), false)
    from "roomMode" where "room" in (_room, '*') and ("until" is null or "until" > now())
  $$`,
];

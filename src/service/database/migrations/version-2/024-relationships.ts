import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import { insertMessages } from './024-insert-messages.ts';

/**
 * What two people are to each other, which outlives their conversations: a private room is created with it. Triggers keep it, so that acts
 * of nodes of the release before are kept as well. @param schema of the brand
 */
export const relationships = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of [
      locks,
      table,
      actsIn,
      ...backfill,
      ...constraints,
      ...triggers,
      haveBothWritten,
      insertMessages,
    ])
      await sql.raw(statement).execute(database);
  },
});

/**
 * Keeps writers out until all pending migrations, which share a transaction, are done: a writer that has reached one of the tables would
 * wait for the next, and this transaction for the writer. In the order of all transactions: seekers, rooms, and the contents of rooms.
 */
const locks = `lock table "seeker", "room", "member", "message", "reaction" in exclusive mode`;

const table = `create table "relationship" (
    "person" text not null,
    "other" text not null,
    "kind" text not null check ("kind" in ('asked', 'declined', 'left', 'wrote', 'stopped')),
    "at" timestamptz not null
  )`;

/** Written once the table is full, which takes a third of the time. */
const constraints = [
  `alter table "relationship" add primary key ("person", "other", "kind")`,
  `alter table "relationship" add foreign key ("person") references "user" on delete cascade,
    add foreign key ("other") references "user" on delete cascade`,
  `create index "relationship_of_other" on "relationship" ("other")`,
  `create index "relationship_age" on "relationship" ("kind", "at")`,
];

/** A private room of two people who both have an account. */
const isOfPair = `new."kind" = 'private' and new."one" is not null and new."two" is not null`;

const state = ['requestedBy', 'requestedAt', 'declinedAt', 'acceptedAt', 'endedAt', 'endedBy'];
const stateOf = (row: 'old' | 'new'): string => `(${state.map((column) => `${row}."${column}"`).join(', ')})`;

/** What a private room says of its people. A request counts as written once the other person accepts it. */
const actsIn = `create function "acts_in"(_room "room") returns table ("person" text, "other" text, "kind" text, "at" timestamptz)
  language sql immutable set search_path from current as $$
    select "act".* from (select case _room."requestedBy" when _room."one" then _room."two" else _room."one" end) as "recipient" ("asked"), lateral (values
      (_room."requestedBy", "asked", 'asked', case when _room."acceptedAt" is null then _room."requestedAt" end),
      ("asked", _room."requestedBy", 'declined', case when _room."acceptedAt" is null then _room."declinedAt" end),
      (_room."requestedBy", "asked", 'wrote', _room."acceptedAt"),
      (_room."one", _room."two", 'left', case when coalesce(_room."endedBy", _room."one") = _room."one" then _room."endedAt" end),
      (_room."two", _room."one", 'left', case when coalesce(_room."endedBy", _room."two") = _room."two" then _room."endedAt" end)
    ) as "act" ("person", "other", "kind", "at")
    where "act"."person" is not null and "act"."at" is not null
  $$`;

const triggers = [
  `create function "keep_relationship"() returns trigger language plpgsql set search_path from current as $$
  begin
    delete from "relationship"
    where "person" in (new."one", new."two") and "other" in (new."one", new."two") and "kind" in ('asked', 'declined', 'left');
    insert into "relationship" select "act".* from "acts_in"(new) as "act"
    where 2 = (select count(*) from "user" where "id" in (new."one", new."two")) on conflict do nothing;
    return null;
  end $$`,
  `create trigger "keep_relationship_of_new" after insert on "room" for each row
    when (${isOfPair} and ${stateOf('new')} is distinct from (null, null, null, null, null, null))
    execute function "keep_relationship"()`,
  // Each message updates its room: the condition spares it a call of the function.
  `create trigger "keep_relationship" after update on "room" for each row
    when (${isOfPair} and ${stateOf('old')} is distinct from ${stateOf('new')})
    execute function "keep_relationship"()`,
  `create function "recall_relationship"() returns trigger language plpgsql set search_path from current as $$
  declare
    _act record;
  begin
    for _act in
      select * from "relationship" where "person" in (new."one", new."two") and "other" in (new."one", new."two")
    loop
      case _act."kind"
        when 'asked' then
          new."requestedBy" := _act."person";
          new."requestedAt" := _act."at";
        when 'declined' then
          new."requestedBy" := _act."other";
          new."declinedAt" := _act."at";
        when 'wrote' then
          new."acceptedAt" := greatest(new."acceptedAt", _act."at");
        when 'left' then
          -- Without a person who ended it, both have.
          new."endedBy" := case when new."endedAt" is null or new."endedBy" = _act."person" then _act."person" end;
          new."endedAt" := greatest(new."endedAt", _act."at");
        else null;
      end case;
    end loop;
    return new;
  end $$`,
  `create trigger "recall_relationship" before insert on "room" for each row
    when (${isOfPair}) execute function "recall_relationship"()`,
  // A person leaves a conversation that both agreed to; room and accounts exist unless their deletion ends the membership.
  `create function "stop_relationship"() returns trigger language plpgsql set search_path from current as $$
  begin
    insert into "relationship" ("person", "other", "kind", "at")
    select old."userId", case old."userId" when "one"."id" then "two"."id" else "one"."id" end, 'stopped', now()
    from "room" inner join "user" as "one" on "one"."id" = "room"."one" inner join "user" as "two" on "two"."id" = "room"."two"
    where "room"."id" = old."room" and "kind" = 'private' and "acceptedAt" is not null
    for key share of "one", "two"
    on conflict ("person", "other", "kind") do update set "at" = excluded."at";
    return null;
  end $$`,
  `create trigger "stop_relationship" after delete on "member" for each row execute function "stop_relationship"()`,
];

/** A conversation that both agreed to. */
const isAgreed = `"kind" = 'private' and "one" is not null and "two" is not null and "acceptedAt" is not null`;

/** The person who wrote in an agreed conversation. */
const wrote = (person: string): string =>
  `select ${person}, case ${person} when "one" then "two" else "one" end, 'wrote', "activeAt" from "room"`;

const backfill = [
  `insert into "relationship"
    ${wrote('"userId"')} inner join "member" on "member"."room" = "room"."id" where ${isAgreed} and "userId" in ("one", "two") and "hasWritten"
    union
    ${wrote('"sender"')} inner join "message" on "message"."room" = "room"."id" where ${isAgreed} and "sender" in ("one", "two") and "call" is null
    union
    ${wrote('"requestedBy"')} where ${isAgreed} and "requestedBy" in ("one", "two")`,
  `insert into "relationship" select "person", case "person" when "one" then "two" else "one" end, 'stopped', "activeAt"
    from "room", unnest(array["one", "two"]) as "person"
    where ${isAgreed} and not exists (select from "member" where "member"."room" = "room"."id" and "userId" = "person")`,
  `insert into "relationship" select "act".* from "room", "acts_in"("room") as "act"
    where "room"."kind" = 'private' and "one" is not null and "two" is not null and ("acceptedAt" is null or "endedAt" is not null)
      and "act"."kind" <> 'wrote'`,
  // A conversation that was opened at the moment when its other person deleted the account.
  `delete from "relationship"
    where not exists (select from "user" where "id" = "person") or not exists (select from "user" where "id" = "other")`,
  `update "member" set "hasWritten" = true from "room"
    where "room"."id" = "member"."room" and "room"."kind" = 'partner' and "endedAt" is null and exists (
      select from "message"
      where "message"."room" = "member"."room" and "message"."sender" = "member"."userId" and "message"."call" is null
    )`,
];

/** As in 020, for longer than messages are kept. */
const haveBothWritten = `create or replace function "have_both_written"(_room text)
  returns boolean language sql set search_path from current as $$
    select exists (
      select from "room" where "id" = _room and case "kind"
        when 'partner' then 2 = (select count(*) from "member" where "member"."room" = _room and "hasWritten")
        when 'private' then
          exists (select from "relationship" where "person" = "one" and "other" = "two" and "relationship"."kind" = 'wrote')
          and exists (select from "relationship" where "person" = "two" and "other" = "one" and "relationship"."kind" = 'wrote')
        else false
      end
    )
  $$`;

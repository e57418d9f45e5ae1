import { insertMessages } from '../../functions/messages/insert-messages.ts';
import { actsIn } from '../../functions/relationships/acts-in.ts';
import { haveBothWritten } from '../../functions/relationships/have-both-written.ts';
import { keepRelationship } from '../../functions/relationships/keep-relationship.ts';
import { recallRelationship } from '../../functions/relationships/recall-relationship.ts';
import { stopRelationship } from '../../functions/relationships/stop-relationship.ts';

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

const triggers = [
  keepRelationship,
  `create trigger "keep_relationship_of_new" after insert on "room" for each row
    when (${isOfPair} and ${stateOf('new')} is distinct from (null, null, null, null, null, null))
    execute function "keep_relationship"()`,
  // Each message updates its room: the condition spares it a call of the function.
  `create trigger "keep_relationship" after update on "room" for each row
    when (${isOfPair} and ${stateOf('old')} is distinct from ${stateOf('new')})
    execute function "keep_relationship"()`,
  recallRelationship,
  `create trigger "recall_relationship" before insert on "room" for each row
    when (${isOfPair}) execute function "recall_relationship"()`,
  stopRelationship,
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

/**
 * What two people are to each other, which outlives their conversations: a private room is created with it. Triggers keep it, so that acts
 * of nodes of the release before are kept as well.
 */
export const relationships = [
  locks,
  table,
  actsIn,
  ...backfill,
  ...constraints,
  ...triggers,
  haveBothWritten,
  insertMessages,
];

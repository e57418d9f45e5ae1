import { heldPeople } from '../../functions/holds/held-people.ts';
import { keepIdentity } from '../../functions/holds/keep-identity.ts';
import { noteIdentity } from '../../functions/holds/note-identity.ts';

/**
 * Takes the locks of the following statements together, or none: transactions lock users and cases in both orders, and those of the release
 * before would wait for this, and it for them. After a minute it waits for each in turn, and PostgreSQL ends a deadlock.
 */
const locks = `do $$
  declare
    _lock text := 'lock table "user", "session" in share row exclusive mode%s; lock table "moderationCase", "deletedUser" in access exclusive mode%s';
  begin
    for _try in 1..6000 loop
      begin
        execute format(_lock, ' nowait', ' nowait');
        return;
      exception when lock_not_available then perform pg_sleep(0.01);
      end;
    end loop;
    execute format(_lock, '', '');
  end $$`;

/** What a legal hold keeps of a person, and what a deleted account leaves for some days. */
export const holds = [
  locks,
  `alter table "moderationCase" add column "heldUntil" timestamptz`,
  `create index "held_case" on "moderationCase" ("person") where "heldAt" is not null`,
  `alter table "deletedUser"
    add column "name" text,
    add column "nicknameKeys" text[] not null default '{}',
    add column "email" text,
    add column "addressKey" text,
    add column "nextAccounts" text[] not null default '{}',
    add column "createdAt" timestamptz,
    add column "rooms" jsonb not null default '{}',
    add column "conflicts" jsonb not null default '{}',
    add column "until" timestamptz not null default now()`,
  `create index "deleted_address" on "deletedUser" ("addressKey") where "addressKey" is not null`,
  `create table "keptMessage" (
    "room" text not null,
    "seq" bigint not null,
    "position" bigint not null,
    "sender" text not null,
    "clientId" uuid not null,
    "text" text,
    "sentAt" timestamptz not null,
    "call" jsonb,
    primary key ("room", "seq", "position")
  )`,
  `create index "kept_message_sender" on "keptMessage" ("sender")`,
  `create table "heldFact" (
    "person" text not null,
    "kind" text not null,
    "fact" jsonb not null,
    "at" timestamptz not null default now(),
    primary key ("person", "kind", "fact")
  )`,
  heldPeople,
  keepIdentity,
  noteIdentity,
  // Before and after a change: both are kept.
  `create trigger "note_identity_before" before update of "name", "email" or delete on "user" for each row execute function "note_identity"()`,
  `create trigger "note_identity_after" after update of "name", "email" on "user" for each row execute function "note_identity"()`,
  `create trigger "note_identity" after insert on "deletedUser" for each row execute function "note_identity"()`,
  `create trigger "note_identity" after insert on "session" for each row execute function "note_identity"()`,
  `create trigger "note_identity" after insert or update of "heldAt", "heldUntil", "person", "nextAccounts" on "moderationCase"
    for each row when (new."heldAt" is not null and new."person" is not null) execute function "note_identity"()`,
  // Of holds of the release before.
  `select "keep_identity"("person") from "moderationCase" where "heldAt" is not null and "person" is not null`,
];

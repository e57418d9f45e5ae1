import { heldPeople } from '../../functions/holds/held-people.ts';
import { keepIdentity } from '../../functions/holds/keep-identity.ts';
import { noteIdentity } from '../../functions/holds/note-identity.ts';

/** What a legal hold keeps of a person, and what a deleted account leaves for some days. */
export const holds = [
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
  `create trigger "note_identity" after insert or update of "heldAt", "heldUntil", "person" on "moderationCase"
    for each row when (new."heldAt" is not null and new."person" is not null) execute function "note_identity"()`,
];

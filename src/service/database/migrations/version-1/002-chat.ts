import { say } from './002-say.ts';

const tables = [
  `create table "room" (
    "id" text primary key,
    "kind" text not null,
    "lang" text,
    "topic" text,
    "one" text references "user" on delete cascade,
    "two" text references "user" on delete cascade,
    "head" bigint not null default 0,
    "endedAt" timestamptz,
    "activeAt" timestamptz not null default now()
  )`,
  `create unique index "room_of_pair" on "room" ("one", "two") where "kind" = 'private'`,
  `create index "room_of_two" on "room" ("two")`,
  `create index "room_of_one" on "room" ("one")`,
  `create table "member" (
    "room" text not null references "room" on delete cascade,
    "userId" text not null references "user" on delete cascade,
    "read" bigint not null default 0,
    primary key ("room", "userId")
  )`,
  `create index "member_of_user" on "member" ("userId")`,
  `create table "message" (
    "room" text not null references "room" on delete cascade,
    "seq" bigint not null,
    "position" bigint not null,
    "sender" text not null references "user" on delete cascade,
    "clientId" uuid not null,
    "text" text,
    "replyTo" bigint,
    "sentAt" timestamptz not null default now(),
    "editedAt" timestamptz,
    primary key ("room", "seq"),
    unique ("sender", "clientId")
  )`,
  `create unique index "message_position" on "message" ("room", "position")`,
  `create index "message_age" on "message" ("sentAt")`,
  `create table "revision" (
    "room" text not null,
    "seq" bigint not null,
    "position" bigint not null,
    "text" text not null,
    primary key ("room", "seq", "position"),
    foreign key ("room", "seq") references "message" on delete cascade
  )`,
  `create table "reaction" (
    "room" text not null,
    "seq" bigint not null,
    "userId" text not null references "user" on delete cascade,
    "reaction" text not null,
    primary key ("room", "seq", "userId", "reaction"),
    foreign key ("room", "seq") references "message" on delete cascade
  )`,
  `create index "reaction_of_user" on "reaction" ("userId")`,
  `create table "block" (
    "blocker" text not null references "user" on delete cascade,
    "blocked" text not null references "user" on delete cascade,
    primary key ("blocker", "blocked")
  )`,
  `create index "block_of_blocked" on "block" ("blocked")`,
  `create table "mute" (
    "userId" text not null references "user" on delete cascade,
    "muted" text not null references "user" on delete cascade,
    primary key ("userId", "muted")
  )`,
  `create index "mute_of_muted" on "mute" ("muted")`,
  `create table "ban" (
    "userId" text primary key references "user" on delete cascade,
    "until" timestamptz not null,
    "reason" text not null
  )`,
  `create table "report" (
    "id" uuid primary key default gen_random_uuid(),
    "reporter" text references "user" on delete set null,
    "reported" text references "user" on delete set null,
    "room" text not null,
    "reason" text not null,
    "note" text not null,
    "shown" jsonb not null,
    "createdAt" timestamptz not null default now()
  )`,
  `create index "report_of_reporter" on "report" ("reporter")`,
  `create index "report_of_reported" on "report" ("reported")`,
  `create table "seeker" (
    "userId" text primary key references "user" on delete cascade,
    "lang" text not null,
    "iAm" text not null,
    "lookFor" text not null,
    "since" timestamptz not null default now()
  )`,
  `create table "lastPartner" (
    "userId" text primary key references "user" on delete cascade,
    "partner" text not null references "user" on delete cascade
  )`,
  `create index "lastPartner_of_partner" on "lastPartner" ("partner")`,
  `create table "node" (
    "id" uuid primary key,
    "seenAt" timestamptz not null default now()
  )`,
  `create table "connection" (
    "id" text primary key,
    "node" uuid not null references "node" on delete cascade,
    "userId" text not null references "user" on delete cascade
  )`,
  `create index "connection_of_user" on "connection" ("userId")`,
  `create index "connection_of_node" on "connection" ("node")`,
];

/** Rooms, what is said in them, and what keeps people safe there. */
export const chat = [...tables, ...say];

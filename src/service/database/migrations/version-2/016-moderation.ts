/** Moderators, cases, decisions, restrictions, modes of rooms and the audit log. */
export const moderation = [
  `create table "moderator" (
    "userId" text primary key references "user" on delete cascade,
    "role" text not null,
    "grantedAt" timestamptz not null default now()
  )`,
  `create table "moderationCase" (
    "id" uuid primary key default gen_random_uuid(),
    "person" text,
    "createdAt" timestamptz not null default now(),
    "claimedBy" text,
    "claimedUntil" timestamptz,
    "escalation" text,
    "heldAt" timestamptz,
    "heldBy" text,
    "holdNote" text,
    "decidedAt" timestamptz
  )`,
  // Reports about one person meet in one open case.
  `create unique index "open_case" on "moderationCase" ("person") where "decidedAt" is null`,
  `create table "decision" (
    "id" uuid primary key default gen_random_uuid(),
    "case" uuid references "moderationCase",
    "person" text,
    "act" text not null,
    "room" text,
    "removed" jsonb not null default '[]',
    "until" timestamptz,
    "facts" text not null,
    "initiative" text not null,
    "automated" boolean not null,
    "rule" text,
    "ruleVersion" integer,
    "moderator" text,
    "createdAt" timestamptz not null default now(),
    "readAt" timestamptz,
    "undoneAt" timestamptz,
    "undoneBy" text,
    "undoNote" text,
    "appeal" text,
    "appealedAt" timestamptz,
    "answeredAt" timestamptz,
    "answeredBy" text,
    "upheld" boolean,
    "answer" text
  )`,
  `create index "decision_person" on "decision" ("person", "createdAt")`,
  `create index "decision_case" on "decision" ("case")`,
  `create table "restriction" (
    "decision" uuid primary key references "decision" on delete cascade,
    "userId" text not null references "user" on delete cascade,
    "kind" text not null,
    "until" timestamptz not null
  )`,
  `create index "restriction_user" on "restriction" ("userId")`,
  `alter table "ban" add column "decision" uuid`,
  `create table "roomMode" (
    "room" text primary key,
    "slowSeconds" integer not null,
    "closed" boolean not null,
    "until" timestamptz
  )`,
  `create table "auditLog" (
    "id" bigint generated always as identity primary key,
    "at" timestamptz not null default now(),
    "moderator" text not null,
    "role" text not null,
    "request" text not null,
    "subject" jsonb not null
  )`,
  // Form reports have no room and no reporter.
  `alter table "report"
    alter column "room" drop not null,
    add column "case" uuid references "moderationCase",
    add column "source" text not null default 'chat',
    add column "call" jsonb,
    add column "isRequest" boolean not null default false,
    add column "decision" uuid,
    add column "place" text,
    add column "email" text,
    add column "statusKey" text unique,
    add column "lang" text,
    add column "host" text`,
  `create index "report_case" on "report" ("case")`,
];

/** Messages that word lists hold back. */
export const heldMessages = [
  `create table "heldMessage" (
    "id" uuid primary key default gen_random_uuid(),
    "sender" text not null references "user" on delete cascade,
    "clientId" uuid not null,
    "room" text not null,
    "text" text not null,
    "replyTo" bigint,
    "words" text[] not null,
    "heldAt" timestamptz not null default now(),
    "dueAt" timestamptz not null default now() + interval '24 hours',
    "decidedAt" timestamptz,
    "decidedBy" text,
    "released" boolean,
    "decision" uuid,
    unique ("sender", "clientId")
  )`,
  `create index "waiting_message" on "heldMessage" ("heldAt") where "decidedAt" is null`,
];

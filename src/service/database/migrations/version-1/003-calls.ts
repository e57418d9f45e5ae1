/** Calls between two, and what stays of them in conversations. */
export const calls = [
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

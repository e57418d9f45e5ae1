/** The second factor of moderators, and an audit log that accepts new lines only. */
export const moderationAccess = [
  `create table "secondFactor" (
    "userId" text primary key references "user" on delete cascade,
    "enrolledAt" timestamptz,
    "pending" text,
    "secret" text,
    "lastStep" integer not null default 0
  )`,
  `alter table "session" add column "secondFactorAt" timestamptz`,
  `alter table "passkey" add column "isSecondFactor" boolean not null default false`,
  // Milliseconds, as in the protocol: pages of the log end at a time.
  `alter table "auditLog" alter column "at" type timestamptz(3)`,
  `create index "audit_log_at" on "auditLog" ("at")`,
  // A sealed log takes it from the service, which then cannot replace it: it is none of those in `database/functions`.
  `create function refuse_change() returns trigger language plpgsql as $$ begin
    raise exception 'The table % accepts new lines only.', tg_table_name using errcode = 'insufficient_privilege';
  end $$`,
  `create trigger "append_only" before update or delete or truncate on "auditLog"
    for each statement execute function refuse_change()`,
];

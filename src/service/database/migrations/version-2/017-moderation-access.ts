import { refuseChange } from '../../functions/moderation/refuse-change.ts';

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
  refuseChange,
  `create trigger "append_only" before update or delete or truncate on "auditLog"
    for each statement execute function refuse_change()`,
];

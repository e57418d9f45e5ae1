/** What an account was told of changes of rules, the host and language in which it gets mails, and the rule that a report refers to. */
export const changeNotices = [
  `create table "changeNotice" (
    "userId" text not null references "user" on delete cascade,
    "document" text not null,
    "block" text not null,
    "version" integer not null,
    "mailedAt" timestamptz,
    "dismissedAt" timestamptz,
    "acceptedAt" timestamptz,
    primary key ("userId", "document", "block", "version")
  )`,
  `alter table "user" add column "host" text, add column "lang" text`,
  `alter table "outbox" add column "changes" jsonb`,
  `alter table "report" add column "rule" text, add column "ruleVersion" integer`,
];

import { changeBan } from '../../functions/moderation/change-ban.ts';

/** All bans and accounts of a mailbox, and reports by forms alone below those by accounts. */
export const mailboxes = [
  `alter table "ban" add column "decisions" uuid[] not null default '{}'`,
  `alter table "bannedAddress" add column "decisions" uuid[] not null default '{}'`,
  // Of the account, and of the deleted account that the ban comes from.
  `update "ban" set "decisions" = array(select "id" from "decision" where "act" = 'ban'
    and ("person" = "ban"."userId" or "person" = (select "person" from "decision" where "id" = "ban"."decision")))`,
  `update "bannedAddress" set "decisions" = array(select "id" from "decision" where "act" = 'ban'
    and "person" = (select "person" from "decision" where "id" = "bannedAddress"."decision"))`,
  `create index "ban_decisions" on "ban" using gin ("decisions")`,
  `create index "banned_address_decisions" on "bannedAddress" using gin ("decisions")`,
  changeBan,
  `alter table "moderationCase" add column "nextAccounts" text[] not null default '{}'`,
  `update "moderationCase" set "nextAccounts" = array["nextAccount"] where "nextAccount" is not null`,
  `alter table "moderationCase" drop column "nextAccount"`,
  `alter table "moderationCase" add column "byAccount" boolean not null default false`,
  `update "moderationCase" set "byAccount" = true
    where exists (select from "report" where "case" = "moderationCase"."id" and "source" = 'chat')`,
  // The index "queue" is dropped with the column.
  `alter table "moderationCase" drop column "urgency"`,
  `alter table "moderationCase" add column "urgency" smallint not null generated always as (
    case when ("threat" and "byAccount") or "escalation" is not distinct from 'life' then 64 else 0 end
    + case when ("minor" and "byAccount") or "escalation" is not distinct from 'child' then 32 else 0 end
    + case when "threat" then 16 else 0 end
    + case when "minor" then 8 else 0 end
    + case when "severalReporters" then 4 else 0 end
    + case when "newAccount" then 2 else 0 end
    + case when "links" then 1 else 0 end
  ) stored`,
  `create index "queue" on "moderationCase" ("urgency" desc, "since") where "decidedAt" is null`,
];

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** All bans and accounts of a mailbox, and reports by forms alone below those by accounts. @param schema of the brand */
export const mailboxes = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

const statements = [
  `alter table "ban" add column "decisions" uuid[] not null default '{}'`,
  `alter table "bannedAddress" add column "decisions" uuid[] not null default '{}'`,
  // Of the account, and of the deleted account that the ban comes from.
  `update "ban" set "decisions" = array(select "id" from "decision" where "act" = 'ban'
    and ("person" = "ban"."userId" or "person" = (select "person" from "decision" where "id" = "ban"."decision")))`,
  `update "bannedAddress" set "decisions" = array(select "id" from "decision" where "act" = 'ban'
    and "person" = (select "person" from "decision" where "id" = "bannedAddress"."decision"))`,
  `create index "ban_decisions" on "ban" using gin ("decisions")`,
  `create index "banned_address_decisions" on "bannedAddress" using gin ("decisions")`,
  // As in 019, with all decisions.
  `create or replace function "change_ban"() returns trigger language plpgsql set search_path from current as $$
  begin
    update "ban" set "until" = new."until", "reason" = new."reason", "decision" = new."decision",
      "decisions" = array(select distinct unnest("decisions" || new."decisions"))
      where "origin" = new."origin" and "userId" <> new."userId";
    update "bannedAddress" set "until" = new."until", "reason" = new."reason", "decision" = new."decision",
      "decisions" = array(select distinct unnest("decisions" || new."decisions"))
      where "origin" = new."origin";
    return null;
  end $$`,
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

/** Facts for the order of the queue, and anonymous figures of purged reports, decisions and appeals. */
export const cases = [
  `alter table "moderationCase"
    add column "escalatedAt" timestamptz,
    add column "reports" integer not null default 0,
    add column "since" timestamptz,
    add column "threat" boolean not null default false,
    add column "minor" boolean not null default false,
    add column "severalReporters" boolean not null default false,
    add column "newAccount" boolean not null default false,
    add column "links" boolean not null default false,
    add column "urgency" smallint not null generated always as (
      case when "threat" or "escalation" is not distinct from 'life' then 16 else 0 end
      + case when "minor" or "escalation" is not distinct from 'child' then 8 else 0 end
      + case when "severalReporters" then 4 else 0 end
      + case when "newAccount" then 2 else 0 end
      + case when "links" then 1 else 0 end
    ) stored`,
  `alter table "report" add column "hasLinks" boolean not null default false`,
  `create index "queue" on "moderationCase" ("urgency" desc, "since") where "decidedAt" is null`,
  // Reports of earlier releases wait, too.
  `insert into "moderationCase" ("person", "createdAt")
    select "reported", min("createdAt") from "report" where "reported" is not null and "case" is null group by "reported"`,
  `update "report" set "case" = "moderationCase"."id" from "moderationCase"
    where "report"."case" is null and "moderationCase"."person" = "report"."reported" and "decidedAt" is null`,
  `update "moderationCase" set "reports" = summary."reports", "since" = summary."since",
    "threat" = summary."threat", "minor" = summary."minor", "links" = summary."links",
    "severalReporters" = summary."severalReporters", "newAccount" = summary."newAccount"
    from (select "case", count(*) as "reports", min("report"."createdAt") as "since",
      bool_or("reason" = 'threat') as "threat", bool_or("reason" = 'minor') as "minor", bool_or("reason" = 'spam') as "links",
      count(distinct "reporter") > 1 as "severalReporters",
      coalesce(max("user"."createdAt") > min("report"."createdAt") - interval '1 day', false) as "newAccount"
      from "report" left join "user" on "user"."id" = "reported" group by "case") as summary
    where summary."case" = "moderationCase"."id"`,
  `create table "moderationFigure" (
    "year" integer not null,
    "facts" jsonb not null
  )`,
  `create index "moderation_figure_year" on "moderationFigure" ("year")`,
];

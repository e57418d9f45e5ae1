/** Acts of a session can be undone together, and a lead lets a moderator go on whom the brake has stopped. */
export const brakes = [
  `alter table "decision" add column "session" text`,
  `create index "decision_session" on "decision" ("session") where "session" is not null`,
  `create index "decision_bans" on "decision" ("moderator", "createdAt") where "act" = 'ban'`,
  `alter table "moderator" add column "brakeReleasedAt" timestamptz`,
];

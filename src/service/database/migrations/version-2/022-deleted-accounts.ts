/** Cases about people who have deleted their accounts. */
export const deletedAccounts = [
  `alter table "moderationCase" add column "addressKey" text,
    add column "nextAccount" text references "user" on delete set null`,
  `create index "case_address" on "moderationCase" ("addressKey") where "addressKey" is not null`,
  `create index "case_next_account" on "moderationCase" ("nextAccount") where "nextAccount" is not null`,
];

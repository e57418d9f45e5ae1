/** Nicknames that users have given up lately: no other user gets them for a while. */
export const formerNicknames = [
  `create table "formerNickname" (
    "nicknameKey" text primary key,
    "userId" text not null references "user" ("id") on delete cascade,
    "until" timestamptz not null
  )`,
  `create index "formerNickname_of_user" on "formerNickname" ("userId")`,
];

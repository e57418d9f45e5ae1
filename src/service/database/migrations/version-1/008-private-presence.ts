/** Who has written in a private conversation, and who has closed it by leaving a partner. */
export const privatePresence = [
  `alter table "member" add column "hasWritten" boolean not null default false`,
  `update "member" set "hasWritten" = true from "room"
    where "room"."id" = "member"."room" and "room"."kind" = 'private' and exists (
      select from "message"
      where "message"."room" = "member"."room" and "message"."sender" = "member"."userId" and "message"."call" is null
    )`,
  `alter table "room" add column "endedBy" text`,
];

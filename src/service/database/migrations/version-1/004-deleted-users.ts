/**
 * A user is deleted at once, with what is small. Messages, reactions and conversations, of which there may be many, have no foreign key
 * any more: nothing shows them without the user, and `purge-deleted-users.ts` deletes them in slices.
 */
export const deletedUsers = [
  `create table "deletedUser" (
    "id" text primary key,
    "deletedAt" timestamptz not null default now()
  )`,
  `alter table "message" drop constraint "message_sender_fkey"`,
  `alter table "reaction" drop constraint "reaction_userId_fkey"`,
  `alter table "room" drop constraint "room_one_fkey", drop constraint "room_two_fkey"`,
  `create index "room_without_people" on "room" ("id") where "kind" <> 'public' and "one" is null`,
  // A trigger, so that a user deleted by hand, or by an older release, leaves nothing either.
  `create function "note_deleted_user"() returns trigger language plpgsql set search_path from current as $$
  declare
    _rooms text[];
  begin
    insert into "deletedUser" ("id") values (old."id") on conflict do nothing;
    _rooms := array(select "id" from "room" where "one" = old."id" or "two" = old."id" order by "id" for update);
    delete from "call" where "room" = any (_rooms);
    delete from "member" where "room" = any (_rooms);
    update "room" set "one" = null, "two" = null, "endedAt" = coalesce("endedAt", now()) where "id" = any (_rooms);
    return null;
  end $$`,
  `create trigger "note_deleted_user" after delete on "user" for each row execute function "note_deleted_user"()`,
];

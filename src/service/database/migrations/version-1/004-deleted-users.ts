import { noteDeletedUser } from './004-note-deleted-user.ts';

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
  noteDeletedUser,
  `create trigger "note_deleted_user" after delete on "user" for each row execute function "note_deleted_user"()`,
];

/** The first text of the trigger; `functions/relationships/note-deleted-user.ts` has the present one. */
export const noteDeletedUser = `create or replace function "note_deleted_user"() returns trigger language plpgsql set search_path from current as $$
  declare
    _rooms text[];
  begin
    insert into "deletedUser" ("id") values (old."id") on conflict do nothing;
    _rooms := array(select "id" from "room" where "one" = old."id" or "two" = old."id" order by "id" for update);
    delete from "call" where "room" = any (_rooms);
    delete from "member" where "room" = any (_rooms);
    update "room" set "one" = null, "two" = null, "endedAt" = coalesce("endedAt", now()) where "id" = any (_rooms);
    return null;
  end $$`;

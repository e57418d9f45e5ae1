/** Notes a deleted user for the purge, and ends their conversations. A trigger, so that a user deleted by hand, or by an older release, leaves nothing either. */
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

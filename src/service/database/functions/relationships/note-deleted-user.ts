/** Notes a deleted user with their conversations for the purge, and ends their conversations. A trigger, so that a user deleted by hand, or by an older release, leaves nothing either. */
export const noteDeletedUser = `create or replace function "note_deleted_user"() returns trigger language plpgsql set search_path from current as $$
  declare
    _rooms text[];
  begin
    insert into "deletedUser" ("id", "rooms")
      select old."id", coalesce(jsonb_object_agg("id", case when "one" = old."id" then "two" else "one" end) filter (where "id" is not null), '{}')
      from "room" where "one" = old."id" or "two" = old."id"
      on conflict ("id") do update set "rooms" = excluded."rooms";
    _rooms := array(select "id" from "room" where "one" = old."id" or "two" = old."id" order by "id" for update);
    delete from "call" where "room" = any (_rooms);
    delete from "member" where "room" = any (_rooms);
    update "room" set "one" = null, "two" = null, "endedAt" = coalesce("endedAt", now()) where "id" = any (_rooms);
    return null;
  end $$`;

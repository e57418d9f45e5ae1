/**
 * Copies what tells who a person is, if they are under a legal hold: account, addresses, nicknames, sign-ins, and with whom they talk. A copy
 * outlives the account.
 */
export const keepIdentity = `create or replace function "keep_identity"(_person text) returns void language plpgsql
  set timezone to 'UTC' set search_path from current as $$
  begin
    if not exists (select from "held_people"() as held("id") where "id" = _person) then return; end if;
    insert into "heldFact" ("person", "kind", "fact")
      select _person, 'account', jsonb_build_object('createdAt', "createdAt", 'adultConfirmedAt', "adultConfirmedAt", 'rulesAcceptedAt', "rulesAcceptedAt")
        from "user" where "id" = _person
      union select _person, 'address', jsonb_build_object('email', "email") from "user" where "id" = _person
      union select _person, 'nickname', jsonb_build_object('nickname', "name") from "user" where "id" = _person
      union select _person, 'nickname', jsonb_build_object('former', "nicknameKey") from "formerNickname" where "userId" = _person
      union select _person, 'signIn', jsonb_build_object('at', "createdAt", 'host', "host", 'device', "userAgent")
        from "session" where "userId" = _person
      union select _person, 'conversation', jsonb_build_object('room', "room"."id", 'kind', "kind", 'with', "other"."id", 'nickname', "other"."name")
        from "room" join "user" as "other" on "other"."id" = case when "one" = _person then "two" else "one" end
        where "one" = _person or "two" = _person
      union select _person, 'conversation', jsonb_build_object('room', "each"."room", 'with', "each"."other", 'nickname', "user"."name")
        from "deletedUser", jsonb_each_text("rooms") as "each"("room", "other") left join "user" on "user"."id" = "each"."other"
        where "deletedUser"."id" = _person
      union select _person, 'deletion', jsonb_build_object('at', "deletedAt") from "deletedUser" where "id" = _person
      union select _person, 'account', jsonb_build_object('createdAt', "createdAt") from "deletedUser" where "id" = _person and "createdAt" is not null
      union select _person, 'nickname', jsonb_build_object('nickname', "name") from "deletedUser" where "id" = _person and "name" is not null
    on conflict do nothing;
  end $$`;

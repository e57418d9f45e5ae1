/**
 * Copies what tells who a person is, if their case is under a legal hold: account, addresses, nicknames and sign-ins. A copy outlives the
 * account. Of a deleted account, the address is encrypted, as it was stored.
 */
export const keepIdentity = `create or replace function "keep_identity"(_person text) returns void language plpgsql set search_path from current as $$
  begin
    if _person not in (select "held_people"()) then return; end if;
    insert into "heldFact" ("person", "kind", "fact")
      select _person, 'account', jsonb_build_object('createdAt', "createdAt", 'adultConfirmedAt', "adultConfirmedAt", 'rulesAcceptedAt', "rulesAcceptedAt")
        from "user" where "id" = _person
      union select _person, 'address', jsonb_build_object('email', "email") from "user" where "id" = _person
      union select _person, 'nickname', jsonb_build_object('nickname', "name") from "user" where "id" = _person
      union select _person, 'nickname', jsonb_build_object('former', "nicknameKey") from "formerNickname" where "userId" = _person
      union select _person, 'signIn', jsonb_build_object('at', "createdAt", 'host', "host", 'device', "userAgent")
        from "session" where "userId" = _person
      union select _person, 'deletion', jsonb_build_object('at', "deletedAt") from "deletedUser" where "id" = _person
      union select _person, 'account', jsonb_build_object('createdAt', "createdAt") from "deletedUser" where "id" = _person and "createdAt" is not null
      union select _person, 'address', jsonb_build_object('encrypted', "email") from "deletedUser" where "id" = _person and "email" is not null
      union select _person, 'nickname', jsonb_build_object('nickname', "name") from "deletedUser" where "id" = _person and "name" is not null
    on conflict do nothing;
  end $$`;

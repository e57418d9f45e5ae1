/** Lifts the copies of a ban. A ban that has ended, or goes with its account, lifts nothing. */
export const liftBan = `create or replace function "lift_ban"() returns trigger language plpgsql set search_path from current as $$
  begin
    if old."until" > now() and exists (select from "user" where "id" = old."userId") then
      delete from "ban" where "origin" = old."origin";
      delete from "bannedAddress" where "origin" = old."origin";
    end if;
    return null;
  end $$`;

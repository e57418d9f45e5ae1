/** Changes the copies of a ban, with all decisions. */
export const changeBan = `create or replace function "change_ban"() returns trigger language plpgsql set search_path from current as $$
  begin
    update "ban" set "until" = new."until", "reason" = new."reason", "decision" = new."decision",
      "decisions" = array(select distinct unnest("decisions" || new."decisions"))
      where "origin" = new."origin" and "userId" <> new."userId";
    update "bannedAddress" set "until" = new."until", "reason" = new."reason", "decision" = new."decision",
      "decisions" = array(select distinct unnest("decisions" || new."decisions"))
      where "origin" = new."origin";
    return null;
  end $$`;

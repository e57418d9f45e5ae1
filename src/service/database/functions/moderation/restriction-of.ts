/** Why a mute or limit keeps a person from acting in a room, or without a room from meeting new people; null without a reason. */
export const restrictionOf = `create or replace function "restriction_of"(_person text, _room text) returns text language sql set search_path from current as $$
    select case
      when bool_or("kind" = 'mute') then 'muted'
      when bool_or("kind" = 'limit') and not coalesce((
        select _person in ("one", "two") and "have_both_written"("id") from "room" where "id" = _room
      ), false) then 'limited'
    end
    from "restriction" where "userId" = _person and "until" > now()
  $$`;

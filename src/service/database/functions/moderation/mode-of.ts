/** The mode of a public room, or with the room * of all of them. */
export const modeOf = `create or replace function "mode_of"(_room text, out "slowSeconds" integer, out "closed" boolean)
  language sql set search_path from current as $$
    select coalesce(max("slowSeconds"), 0), coalesce(bool_or("closed"), false)
    from "roomMode" where "room" in (_room, '*') and ("until" is null or "until" > now())
  $$`;

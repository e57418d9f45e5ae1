/** Whether slow mode still keeps a person from writing in a room. */
export const isSlow = `create or replace function "is_slow"(_person text, _room text, _seconds integer)
  returns boolean language sql set search_path from current as $$
    select exists (
      select from "message" where "room" = _room and "sender" = _person
        and "sentAt" > clock_timestamp() - make_interval(secs => _seconds)
    ) or exists (
      select from "message" where "room" = _room and "sender" = _person
        and "editedAt" > clock_timestamp() - make_interval(secs => _seconds)
    )
  $$`;

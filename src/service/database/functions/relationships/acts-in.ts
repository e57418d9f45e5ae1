/** What a private room says of its people. A request counts as written once the other person accepts it. */
export const actsIn = `create or replace function "acts_in"(_room "room") returns table ("person" text, "other" text, "kind" text, "at" timestamptz)
  language sql immutable set search_path from current as $$
    select "act".* from (select case _room."requestedBy" when _room."one" then _room."two" else _room."one" end) as "recipient" ("asked"), lateral (values
      (_room."requestedBy", "asked", 'asked', case when _room."acceptedAt" is null then _room."requestedAt" end),
      ("asked", _room."requestedBy", 'declined', case when _room."acceptedAt" is null then _room."declinedAt" end),
      (_room."requestedBy", "asked", 'wrote', _room."acceptedAt"),
      (_room."one", _room."two", 'left', case when coalesce(_room."endedBy", _room."one") = _room."one" then _room."endedAt" end),
      (_room."two", _room."one", 'left', case when coalesce(_room."endedBy", _room."two") = _room."two" then _room."endedAt" end)
    ) as "act" ("person", "other", "kind", "at")
    where "act"."person" is not null and "act"."at" is not null
  $$`;

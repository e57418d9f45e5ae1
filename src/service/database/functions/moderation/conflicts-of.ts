/**
 * Why a moderator may not judge a case, or a decision without a case, about a person: names of `CONFLICTS`. Sides are the person and the
 * reporters.
 */
export const conflictsOf = `create or replace function "conflicts_of"(_case uuid, _person text, _moderator text)
  returns text[] language sql stable set search_path from current as $$
    with "side" as (
      select _person as "id"
      union select unnest("nextAccounts") from "moderationCase" where "id" = _case
      union select "reporter" from "report" where "case" = _case
    )
    select array_remove(array[
      case when exists (select from "report" where "case" = _case and "reporter" = _moderator) then 'reporter' end,
      case when exists (
        select from "report", jsonb_array_elements("shown") as "seen" where "case" = _case and "seen" ->> 'sender' = _moderator
      ) then 'witness' end,
      case when exists (
        select from "side" join "block" on
          ("blocker" = "side"."id" and "blocked" = _moderator) or ("blocker" = _moderator and "blocked" = "side"."id")
      ) or exists (select from "side" join "deletedUser" using ("id") where "conflicts" -> _moderator ? 'blocked') then 'blocked' end,
      case when exists (
        select from "side"
        where exists (
          select from "relationship" where "person" = "side"."id" and "other" = _moderator and "kind" = 'wrote'
        ) and exists (
          select from "relationship" where "person" = _moderator and "other" = "side"."id" and "kind" = 'wrote'
        )
        or "are_partners"(least("side"."id", _moderator collate "C"), greatest("side"."id", _moderator collate "C"))
      ) or exists (select from "side" join "deletedUser" using ("id") where "conflicts" -> _moderator ? 'talks') then 'talks' end,
      -- A slip that moderators mend themselves is none.
      case when exists (
        select from "decision" where "case" = _case and "moderator" = _moderator
          and "undoneAt" is not null and "undoneBy" is distinct from _moderator
      ) then 'decided' end
    ], null)
  $$`;

/**
 * The people whose case is under a legal hold, and the accounts that the mailbox of a deleted account has besides. Each purge asks it. A hold
 * of the release before has no end: it lasts a year.
 */
export const heldPeople = `create or replace function "held_people"() returns setof text language sql stable set search_path from current as $$
    select unnest(array_append("nextAccounts", "person")) from "moderationCase"
    where "heldAt" is not null and "person" is not null and coalesce("heldUntil", "heldAt" + interval '1 year') > now()
  $$`;

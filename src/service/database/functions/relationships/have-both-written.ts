/** Whether both people of a conversation have written in it, for longer than messages are kept. */
export const haveBothWritten = `create or replace function "have_both_written"(_room text)
  returns boolean language sql set search_path from current as $$
    select exists (
      select from "room" where "id" = _room and case "kind"
        when 'partner' then 2 = (select count(*) from "member" where "member"."room" = _room and "hasWritten")
        when 'private' then
          exists (select from "relationship" where "person" = "one" and "other" = "two" and "relationship"."kind" = 'wrote')
          and exists (select from "relationship" where "person" = "two" and "other" = "one" and "relationship"."kind" = 'wrote')
        else false
      end
    )
  $$`;

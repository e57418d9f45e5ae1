/** Stores what a private room says of its people, after each change of the room. */
export const keepRelationship = `create or replace function "keep_relationship"() returns trigger language plpgsql set search_path from current as $$
  begin
    delete from "relationship"
    where "person" in (new."one", new."two") and "other" in (new."one", new."two") and "kind" in ('asked', 'declined', 'left');
    insert into "relationship" select "act".* from "acts_in"(new) as "act"
    where 2 = (select count(*) from "user" where "id" in (new."one", new."two")) on conflict do nothing;
    return null;
  end $$`;

/** A person leaves a conversation that both agreed to; room and accounts exist unless their deletion ends the membership. */
export const stopRelationship = `create or replace function "stop_relationship"() returns trigger language plpgsql set search_path from current as $$
  begin
    insert into "relationship" ("person", "other", "kind", "at")
    select old."userId", case old."userId" when "one"."id" then "two"."id" else "one"."id" end, 'stopped', now()
    from "room" inner join "user" as "one" on "one"."id" = "room"."one" inner join "user" as "two" on "two"."id" = "room"."two"
    where "room"."id" = old."room" and "kind" = 'private' and "acceptedAt" is not null
    for key share of "one", "two"
    on conflict ("person", "other", "kind") do update set "at" = excluded."at";
    return null;
  end $$`;

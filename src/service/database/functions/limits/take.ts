/** A leaky bucket: takes a drop and returns whether there was room for it. */
export const take = `create or replace function "take"(_key text, _burst double precision, _everySeconds double precision)
  returns boolean language plpgsql set search_path from current as $$
  begin
    insert into "attempts" as "bucket" ("key", "level") values (_key, 1)
    on conflict ("key") do update set
      "level" = greatest(0, "bucket"."level" - extract(epoch from now() - "bucket"."at") / _everySeconds) + 1,
      "at" = now()
    where greatest(0, "bucket"."level" - extract(epoch from now() - "bucket"."at") / _everySeconds) + 1 <= _burst;
    return found;
  end $$`;

/** As `take` with several drops, for what is counted by its size. */
export const takeSeveral = `create or replace function "take"(_key text, _burst double precision, _everySeconds double precision, _drops double precision)
  returns boolean language plpgsql set search_path from current as $$
  begin
    insert into "attempts" as "bucket" ("key", "level") values (_key, _drops)
    on conflict ("key") do update set
      "level" = greatest(0, "bucket"."level" - extract(epoch from now() - "bucket"."at") / _everySeconds) + _drops,
      "at" = now()
    where greatest(0, "bucket"."level" - extract(epoch from now() - "bucket"."at") / _everySeconds) + _drops <= _burst;
    return found;
  end $$`;

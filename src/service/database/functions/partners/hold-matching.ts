/** Keeps searches waiting until the transaction ends; those of the release before lock the table. */
export const holdMatching = `create or replace function "hold_matching"() returns void language plpgsql set search_path from current as $$
  begin
    perform pg_advisory_xact_lock_shared('"seeker"'::regclass::oid::bigint);
    lock table "seeker" in row exclusive mode;
  end $$`;

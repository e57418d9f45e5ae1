/** Refuses changes of a table that accepts new lines only. */
export const refuseChange = `create or replace function "refuse_change"() returns trigger language plpgsql as $$ begin
    raise exception 'The table % accepts new lines only.', tg_table_name using errcode = 'insufficient_privilege';
  end $$`;

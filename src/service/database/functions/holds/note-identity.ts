/** Keeps the identity of a person under a legal hold before it changes or is deleted, and when the hold begins. A trigger: no path goes round it. */
export const noteIdentity = `create or replace function "note_identity"() returns trigger language plpgsql set search_path from current as $$
  begin
    if tg_table_name = 'user' then perform "keep_identity"(old."id");
    elsif tg_table_name = 'deletedUser' then perform "keep_identity"(new."id");
    elsif tg_table_name = 'session' then perform "keep_identity"(new."userId");
    else perform "keep_identity"("each") from unnest(array_append(new."nextAccounts", new."person")) as "each";
    end if;
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end $$`;

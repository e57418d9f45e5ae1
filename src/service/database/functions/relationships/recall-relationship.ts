/** Gives a new private room what was stored of its people. */
export const recallRelationship = `create or replace function "recall_relationship"() returns trigger language plpgsql set search_path from current as $$
  declare
    _act record;
  begin
    for _act in
      select * from "relationship" where "person" in (new."one", new."two") and "other" in (new."one", new."two")
    loop
      case _act."kind"
        when 'asked' then
          new."requestedBy" := _act."person";
          new."requestedAt" := _act."at";
        when 'declined' then
          new."requestedBy" := _act."other";
          new."declinedAt" := _act."at";
        when 'wrote' then
          new."acceptedAt" := greatest(new."acceptedAt", _act."at");
        when 'left' then
          -- Without a person who ended it, both have.
          new."endedBy" := case when new."endedAt" is null or new."endedBy" = _act."person" then _act."person" end;
          new."endedAt" := greatest(new."endedAt", _act."at");
        else null;
      end case;
    end loop;
    return new;
  end $$`;

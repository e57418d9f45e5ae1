/** As `change_messages` for nodes of the release before: it waits for the rows, and the rules are those of the batch. */
export const changeMessage = `create or replace function "change_message"(
    _room text, _seq bigint, _person text, _change text, _text text, _reaction text, _editsMax integer,
    _textBucket text, _textBurst double precision, _textEverySeconds double precision
  )
  returns table (
    "refusal" text, "seq" bigint, "position" bigint, "clientId" uuid, "sender" text, "name" text, "sentAt" timestamptz,
    "text" text, "editedAt" timestamptz, "replyTo" bigint, "reactions" json, "hiddenFrom" text[]
  ) language plpgsql set search_path from current as $$
  #variable_conflict use_column
  begin
    perform from "room" where "id" = _room for no key update;
    perform from "user" where "id" = _person for key share;
    return query
      select "refusal", "seq", "position", "clientId", "sender", "name", "sentAt", "text", "editedAt", "replyTo", "reactions",
        "hiddenFrom"
      from "change_messages"(
        array[_room], array[_seq], array[_person], array[_change], array[_text], array[_reaction], _editsMax,
        array[null]::text[], 0, 0, array[_textBucket], _textBurst, _textEverySeconds
      )
      where "refusal" is not null or "position" is not null;
  end $$`;

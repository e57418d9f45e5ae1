/** Names that begin with `_` are the function's own; the others are columns. */
export const changeMessage = [
  // Edits or deletes a message of one's own, or gives or takes back a reaction, and gives the message the room's next position.
  // Returns the message as everybody is sent it, a refusal alone, or nothing where nothing has changed.
  `create function "change_message"(
    _room text, _seq bigint, _person text, _change text, _text text, _reaction text, _editsMax integer,
    _textBucket text, _textBurst double precision, _textEverySeconds double precision
  )
  returns table (
    "refusal" text, "seq" bigint, "position" bigint, "clientId" uuid, "sender" text, "name" text, "sentAt" timestamptz,
    "text" text, "editedAt" timestamptz, "replyTo" bigint, "reactions" json, "hiddenFrom" text[]
  ) language plpgsql set search_path from current as $$
  #variable_conflict use_column
  declare
    _place "room"%rowtype;
    _message "message"%rowtype;
    _refusal text;
    _rows integer;
  begin
    select * into _place from "room" where "id" = _room for no key update;
    select * into _message from "message" where "room" = _room and "seq" = _seq;
    -- Instead of a foreign key: nobody is deleted while their reaction is stored.
    perform from "user" where "id" = _person for key share;
    _refusal := case
      when not found or _message."seq" is null then 'gone'
      -- What became of a call is nobody's to change, nor what a deleted user has left.
      when _message."call" is not null or not exists (select from "user" where "id" = _message."sender") then 'gone'
      when _place."kind" = 'public' and not exists (select from "member" where "room" = _room and "userId" = _person)
        then 'gone'
      when _place."kind" <> 'public' and _person not in (coalesce(_place."one", ''), coalesce(_place."two", '')) then 'gone'
      when _change in ('edit', 'delete') and _message."sender" <> _person then 'gone'
      when _change <> 'delete' and (_place."endedAt" is not null or _message."text" is null) then 'gone'
      when _change in ('react', 'unreact') and exists (
        select from "block"
        where "blocker" in (_person, _message."sender") and "blocked" in (_person, _message."sender")
      ) then 'gone'
      when _change = 'edit' and _message."text" <> _text
        and _editsMax <= (select count(*) from "revision" where "room" = _room and "seq" = _seq) then 'editedTooOften'
      when _textBucket is not null and not "take"(_textBucket, _textBurst, _textEverySeconds, octet_length(_text))
        then 'tooMany'
    end;
    if _refusal is not null then
      return query select _refusal, null::bigint, null::bigint, null::uuid, null::text, null::text, null::timestamptz,
        null::text, null::timestamptz, null::bigint, null::json, null::text[];
      return;
    end if;
    if _change = 'edit' then
      update "message" set "text" = _text, "editedAt" = now() where "room" = _room and "seq" = _seq and "text" <> _text;
    elsif _change = 'delete' then
      update "message" set "text" = null where "room" = _room and "seq" = _seq and "text" is not null;
    elsif _change = 'react' then
      insert into "reaction" ("room", "seq", "userId", "reaction") values (_room, _seq, _person, _reaction)
        on conflict do nothing;
    else
      delete from "reaction" where "room" = _room and "seq" = _seq and "userId" = _person and "reaction" = _reaction;
    end if;
    get diagnostics _rows = row_count;
    if _rows = 0 then return; end if;
    if _change in ('edit', 'delete') then
      -- What it said until now, for reports by those who saw it.
      insert into "revision" ("room", "seq", "position", "text")
        values (_room, _seq, _message."position", _message."text");
    end if;
    if _change = 'delete' then delete from "reaction" where "room" = _room and "seq" = _seq; end if;
    update "room" set "head" = "head" + 1 where "id" = _room;
    update "message" set "position" = _place."head" + 1 where "room" = _room and "seq" = _seq;
    return query
      select null::text, "message"."seq", "message"."position", "message"."clientId", "message"."sender", "user"."name",
        "message"."sentAt", "message"."text", "message"."editedAt", "message"."replyTo",
        (
          select json_agg(json_build_array("reaction"."reaction", "reaction"."userId"))
          from "reaction" where "reaction"."room" = _room and "reaction"."seq" = _seq
        ),
        array(
          select "blocked" from "block" where "blocker" = "message"."sender"
          union select "blocker" from "block" where "blocked" = "message"."sender"
        )
      from "message" inner join "user" on "user"."id" = "message"."sender"
      where "message"."room" = _room and "message"."seq" = _seq;
  end $$`,
];

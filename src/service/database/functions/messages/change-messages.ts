/**
 * Changes messages, in the order of the arrays. Returns a row for each change, with its refusal, or with its position where the message
 * has changed; the row of the last change of a message has the state of the message after the batch. It waits for no row: a change of
 * a room or user that another transaction holds is `locked`. Names that begin with `_` belong to the function; the others are columns.
 */
export const changeMessages = `create or replace function "change_messages"(
    _rooms text[], _seqs bigint[], _people text[], _changes text[], _texts text[], _reactions text[], _editsMax integer,
    _buckets text[], _burst double precision, _everySeconds double precision,
    _textBuckets text[], _textBurst double precision, _textEverySeconds double precision
  )
  returns table (
    "number" integer, "refusal" text, "position" bigint, "seq" bigint, "clientId" uuid, "sender" text, "name" text,
    "sentAt" timestamptz, "text" text, "editedAt" timestamptz, "replyTo" bigint, "reactions" json, "hiddenFrom" text[],
    "hiddenPeople" json
  ) language plpgsql set search_path from current as $$
  #variable_conflict use_column
  declare
    _ours text[];
    _room text;
    _seq bigint;
    _person text;
    _change text;
    _text text;
    _place "room"%rowtype;
    _message "message"%rowtype;
    _isUser boolean;
    _mode record;
    _restriction text;
    _refusal text;
    _refusals text[] := array_fill(null::text, array[cardinality(_rooms)]);
    _positions bigint[] := array_fill(null::bigint, array[cardinality(_rooms)]);
    _rows integer;
  begin
    _ours := array(select "id" from "room" where "id" = any (_rooms) for no key update skip locked);
    for _number in 1 .. cardinality(_rooms) loop
      _room := _rooms[_number];
      _seq := _seqs[_number];
      _person := _people[_number];
      _change := _changes[_number];
      _text := _texts[_number];
      select * into _place from "room" where "id" = _room;
      -- Instead of a foreign key: a user is not deleted while their reaction is stored. Acts of moderators wait for this lock as well.
      perform from "user" where "id" = _person for key share skip locked;
      _isUser := found;
      if (_place."id" is not null and _room <> all (_ours))
        or (not _isUser and exists (select from "user" where "id" = _person)) then
        _refusals[_number] := 'locked';
        continue;
      end if;
      select * into _message from "message" where "room" = _room and "seq" = _seq;
      -- The function costs more than all else here, and few people have a restriction.
      _restriction := case when exists (select from "restriction" where "userId" = _person)
        then "restriction_of"(_person, _room) end;
      select * into _mode from "mode_of"(_room);
      _refusal := case
        when _buckets[_number] is not null and not "take"(_buckets[_number], _burst, _everySeconds) then 'tooMany'
        when not _isUser then 'gone'
        when exists (select from "ban" where "userId" = _person and "until" > now()) then 'banned'
        when _change in ('edit', 'react') and _restriction is not null then _restriction
        when _change in ('edit', 'react') and _place."kind" = 'public' and _mode."closed" then 'closed'
        when _message."seq" is null then 'gone'
        -- The record of a call does not change, nor does a message of a deleted user.
        when _message."call" is not null or not exists (select from "user" where "id" = _message."sender") then 'gone'
        when _place."kind" = 'public' and not exists (select from "member" where "room" = _room and "userId" = _person)
          then 'gone'
        when _place."kind" <> 'public' and _person not in (coalesce(_place."one", ''), coalesce(_place."two", ''))
          then 'gone'
        when _place."kind" = 'private' and _place."acceptedAt" is null and _place."requestedBy" <> _person then 'gone'
        when _change in ('edit', 'delete') and _message."sender" <> _person then 'gone'
        when _change <> 'delete' and (_place."endedAt" is not null or _message."text" is null) then 'gone'
        when _change in ('react', 'unreact') and exists (
          select from "block"
          where "blocker" in (_person, _message."sender") and "blocked" in (_person, _message."sender")
        ) then 'gone'
        -- A request stays as it was sent.
        when _change <> 'delete' and _place."kind" = 'private' and _place."acceptedAt" is null then 'waiting'
        when _change = 'edit' and _message."text" <> _text and _place."kind" = 'public'
          and _mode."slowSeconds" > 0 and "is_slow"(_person, _room, _mode."slowSeconds") then 'slow'
        when _change = 'edit' and _message."text" <> _text
          and _editsMax <= (select count(*) from "revision" where "room" = _room and "seq" = _seq) then 'editedTooOften'
        when _textBuckets[_number] is not null
          and not "take"(_textBuckets[_number], _textBurst, _textEverySeconds, octet_length(_text)) then 'tooMany'
      end;
      if _refusal is not null then
        _refusals[_number] := _refusal;
        continue;
      end if;
      if _change = 'edit' then
        update "message" set "text" = _text, "editedAt" = now() where "room" = _room and "seq" = _seq and "text" <> _text;
      elsif _change = 'delete' then
        update "message" set "text" = null where "room" = _room and "seq" = _seq and "text" is not null;
      elsif _change = 'react' then
        insert into "reaction" ("room", "seq", "userId", "reaction") values (_room, _seq, _person, _reactions[_number])
          on conflict do nothing;
      else
        delete from "reaction"
          where "room" = _room and "seq" = _seq and "userId" = _person and "reaction" = _reactions[_number];
      end if;
      get diagnostics _rows = row_count;
      if _rows = 0 then continue; end if;
      if _change in ('edit', 'delete') then
        -- Its text until now, for reports by people who saw it.
        insert into "revision" ("room", "seq", "position", "text")
          values (_room, _seq, _message."position", _message."text");
      end if;
      if _change = 'delete' then delete from "reaction" where "room" = _room and "seq" = _seq; end if;
      update "room" set "head" = "head" + 1 where "id" = _room;
      update "message" set "position" = _place."head" + 1 where "room" = _room and "seq" = _seq;
      _positions[_number] := _place."head" + 1;
    end loop;
    return query
      select "changed"."number"::integer, "changed"."refusal", "changed"."position", "message"."seq", "message"."clientId",
        "message"."sender", "user"."name", "message"."sentAt", "message"."text", "message"."editedAt", "message"."replyTo",
        (
          select json_agg(json_build_array("reaction"."reaction", "reaction"."userId"))
          from "reaction" where "reaction"."room" = "message"."room" and "reaction"."seq" = "message"."seq"
        ),
        array(
          select "blocked" from "block" where "blocker" = "message"."sender"
          union select "blocker" from "block" where "blocked" = "message"."sender"
          -- The person who has not accepted a request.
          union select unnest(array["room"."one", "room"."two"])
            where "room"."kind" = 'private' and "room"."acceptedAt" is null
          except select "message"."sender"
        ),
        -- Once for a room: blocks between its members and the people who have reacted to messages of the batch.
        case when "changed"."position" = (select "head" from "room" where "id" = _rooms["changed"."number"]) then (
          select json_agg(json_build_object('viewer', "viewer", 'person', "person"))
          from (
            select distinct "userId" from "reaction" where "room" = _rooms["changed"."number"] and "seq" = any (_seqs)
          ) as "reacted"("person")
          cross join lateral (
            select "blocked" from "block" where "blocker" = "person" union select "blocker" from "block" where "blocked" = "person"
          ) as "hidden"("viewer")
          where exists (select from "member" where "room" = _rooms["changed"."number"] and "userId" = "viewer")
        ) end
      from unnest(_refusals, _positions) with ordinality as "changed"("refusal", "position", "number")
      left join (
        "message" inner join "user" on "user"."id" = "message"."sender" inner join "room" on "room"."id" = "message"."room"
      )
        on "message"."room" = _rooms["changed"."number"] and "message"."seq" = _seqs["changed"."number"]
        and "message"."position" = "changed"."position";
  end $$`;

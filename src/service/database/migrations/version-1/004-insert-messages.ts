import { takeSeveral } from '../../functions/limits/take.ts';

/** Names that begin with `_` are the function's own; the others are columns. */
export const insertMessages = [
  takeSeveral,
  // Stores messages of different senders, each once, or says why not. They come in the order of their senders.
  // Waits for no row of a room or a user: where another transaction holds it, the message is refused as 'locked' and comes again.
  `create function "insert_messages"(
    _rooms text[], _senders text[], _ids uuid[], _texts text[], _replies bigint[],
    _buckets text[], _burst double precision, _everySeconds double precision,
    _linkBuckets text[], _linkBurst double precision, _linkEverySeconds double precision,
    _textBuckets text[], _textBurst double precision, _textEverySeconds double precision,
    _last integer, _sameMax integer
  )
  returns table (
    "number" integer, "refusal" text, "seq" bigint, "at" timestamptz, "isNew" boolean, "hiddenFrom" text[], "joined" text[]
  ) language plpgsql set search_path from current as $$
  #variable_conflict use_column
  declare
    _ours text[];
    _sender text;
    _room "room"%rowtype;
    _other text;
    _saidIn text;
    _refusal text;
    _seq bigint;
    _at timestamptz;
    _hidden text[];
    _joined text[];
  begin
    _ours := array(select "id" from "room" where "id" = any (_rooms) for no key update skip locked);
    for _number in 1 .. cardinality(_rooms) loop
      _sender := _senders[_number];
      select "room", "seq", "sentAt" into _saidIn, _seq, _at
        from "message" where "sender" = _sender and "clientId" = _ids[_number];
      if found then
        _refusal := case when _saidIn <> _rooms[_number] then 'body' end;
        return query select _number, _refusal, _seq, _at, false, null::text[], null::text[];
        continue;
      end if;
      select * into _room from "room" where "id" = _rooms[_number];
      _refusal := case when _room."id" is not null and _room."id" <> all (_ours) then 'locked' end;
      if _refusal is null then
        -- Instead of a foreign key: nobody is deleted while their message is stored.
        perform from "user" where "id" = _sender for key share skip locked;
        if not found then
          _refusal := case when exists (select from "user" where "id" = _sender) then 'locked' else 'gone' end;
        end if;
      end if;
      if _refusal is not null then
        return query select _number, _refusal, null::bigint, null::timestamptz, false, null::text[], null::text[];
        continue;
      end if;
      _other := case _sender when _room."one" then _room."two" when _room."two" then _room."one" end;
      _hidden := array(
        select "blocked" from "block" where "blocker" = _sender union select "blocker" from "block" where "blocked" = _sender
      );
      _refusal := case
        when exists (select from "ban" where "userId" = _sender and "until" > now()) then 'banned'
        when not "take"(_buckets[_number], _burst, _everySeconds) then 'tooMany'
        when _linkBuckets[_number] is not null and not "take"(_linkBuckets[_number], _linkBurst, _linkEverySeconds)
          then 'tooMany'
        when _textBuckets[_number] is not null
          and not "take"(_textBuckets[_number], _textBurst, _textEverySeconds, octet_length(_texts[_number]))
          then 'tooMany'
        when _sameMax <= (
          select count(*) from (
            select "sender", "text" from "message" where "room" = _rooms[_number] order by "seq" desc limit _last
          ) as "recent" where "sender" = _sender and "text" = _texts[_number]
        ) then 'repeated'
        when _room."kind" = 'public' then
          case when not exists (select from "member" where "room" = _room."id" and "userId" = _sender) then 'gone' end
        -- Whoever has ended a private conversation goes on with it by writing. The column is that of 008.
        when _other is null or (_room."endedAt" is not null and _room."endedBy" is distinct from _sender) then 'gone'
        when _other = any (_hidden) then 'blocked'
      end;
      if _refusal is null and _replies[_number] > _room."head" then _refusal := 'body'; end if;
      if _refusal is null then
        insert into "message" ("room", "seq", "position", "sender", "clientId", "text", "replyTo", "sentAt")
        values (
          _room."id", _room."head" + 1, _room."head" + 1, _sender, _ids[_number], _texts[_number], _replies[_number],
          clock_timestamp()
        )
        on conflict do nothing
        returning "seq", "sentAt" into _seq, _at;
        -- The same id was used in another room at the same time.
        if not found then _refusal := 'body'; end if;
      end if;
      if _refusal is not null then
        return query select _number, _refusal, null::bigint, null::timestamptz, false, null::text[], null::text[];
        continue;
      end if;
      update "room" set "head" = _seq, "activeAt" = _at, "endedAt" = null, "endedBy" = null where "id" = _room."id";
      _joined := null;
      if _room."kind" = 'private' then
        -- Whoever has left the conversation takes part again.
        insert into "member" ("room", "userId", "read", "hasWritten") values
          (_room."id", _room."one", _seq - 1, _room."one" = _sender),
          (_room."id", _room."two", _seq - 1, _room."two" = _sender)
        on conflict ("room", "userId") do update set "hasWritten" = true
          where excluded."hasWritten" and not "member"."hasWritten";
        -- Presence may be shown from now on.
        if found or _room."endedAt" is not null then _joined := array[_room."one", _room."two"]; end if;
      end if;
      return query select _number, null::text, _seq, _at, true, _hidden, _joined;
    end loop;
  end $$`,
];

/**
 * Stores messages of different senders, each once, or returns why not. They come in the order of their senders. It waits for no row: a
 * message for a room or user that another transaction holds is `locked` and comes again. Names that begin with `_` belong to the function;
 * the others are columns.
 */
export const insertMessages = `create or replace function "insert_messages"(
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
    _user "user"%rowtype;
    _room "room"%rowtype;
    _other text;
    _storedIn text;
    _mode record;
    _restriction text;
    _isRequest boolean;
    _refusal text;
    _seq bigint;
    _at timestamptz;
    _hidden text[];
    _joined text[];
    _isNew boolean;
  begin
    _ours := array(select "id" from "room" where "id" = any (_rooms) for no key update skip locked);
    for _number in 1 .. cardinality(_rooms) loop
      _sender := _senders[_number];
      select "room", "seq", "sentAt" into _storedIn, _seq, _at
        from "message" where "sender" = _sender and "clientId" = _ids[_number];
      if found then
        _refusal := case when _storedIn <> _rooms[_number] then 'body' end;
        return query select _number, _refusal, _seq, _at, false, null::text[], null::text[];
        continue;
      end if;
      select * into _room from "room" where "id" = _rooms[_number];
      _refusal := case when _room."id" is not null and _room."id" <> all (_ours) then 'locked' end;
      if _refusal is null then
        -- Instead of a foreign key: a user is not deleted while their message is stored. Acts of moderators wait for this lock as well.
        select * into _user from "user" where "id" = _sender for key share skip locked;
        if not found then
          _refusal := case when exists (select from "user" where "id" = _sender) then 'locked' else 'gone' end;
        end if;
      end if;
      _other := case _sender when _room."one" then _room."two" when _room."two" then _room."one" end;
      if _refusal is null and _room."kind" = 'private' then
        -- The foreign keys of rows of both people would wait for this lock.
        perform from "user" where "id" = _other for key share skip locked;
        if not found and exists (select from "user" where "id" = _other) then _refusal := 'locked'; end if;
      end if;
      if _refusal is not null then
        return query select _number, _refusal, null::bigint, null::timestamptz, false, null::text[], null::text[];
        continue;
      end if;
      _hidden := array(
        select "blocked" from "block" where "blocker" = _sender union select "blocker" from "block" where "blocked" = _sender
      );
      _restriction := "restriction_of"(_sender, _rooms[_number]);
      select * into _mode from "mode_of"(_rooms[_number]);
      -- A message to a person who has not accepted the conversation, and who has not asked the sender for it.
      _isRequest := coalesce(_room."kind" = 'private' and _room."acceptedAt" is null
        and _room."requestedBy" is distinct from _other and not "are_partners"(_room."one", _room."two"), false);
      _refusal := case
        when exists (select from "ban" where "userId" = _sender and "until" > now()) then 'banned'
        when _restriction is not null then _restriction
        when _room."kind" = 'public' and _mode."closed" then 'closed'
        when _room."kind" = 'public' and _mode."slowSeconds" > 0 and "is_slow"(_sender, _room."id", _mode."slowSeconds") then 'slow'
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
        -- The person who has ended a private conversation goes on with it by writing.
        when _other is null or (_room."endedAt" is not null and _room."endedBy" is distinct from _sender) then 'gone'
        when _other = any (_hidden) then 'blocked'
        -- The same whether or not the request was declined, so that the sender does not learn of it.
        when _isRequest and _room."requestedBy" = _sender and (
          _room."requestedAt" > now() - interval '60 days' or _room."declinedAt" > now() - interval '30 days'
        ) then 'waiting'
        when _isRequest and exists (select from "user" where "id" = _other and "notNowUntil" > now()) then 'notNow'
        when _isRequest and _linkBuckets[_number] is not null and _user."createdAt" > now() - interval '1 day'
          then 'newAccount'
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
      if _isRequest then
        update "room" set "requestedBy" = _sender, "requestedAt" = _at, "declinedAt" = null where "id" = _room."id";
        insert into "member" ("room", "userId", "read", "hasWritten") values (_room."id", _sender, _seq - 1, true)
        on conflict ("room", "userId") do update set "hasWritten" = true;
        -- The other person may have opened the conversation before; until they accept, they read nothing of it.
        delete from "member" where "room" = _room."id" and "userId" = _other;
        _hidden := _hidden || _other;
        _joined := array[_sender, _other];
      elsif _room."kind" = 'private' then
        update "room" set "acceptedAt" = _at where "id" = _room."id" and "acceptedAt" is null;
        -- A person who has left the conversation takes part again. A person who answers a request has read nothing of it.
        insert into "member" ("room", "userId", "read", "hasWritten")
        select
          _room."id", "person", case when _room."acceptedAt" is null and "person" = _sender then 0 else _seq - 1 end,
          "person" = _sender
        from unnest(array[_room."one", _room."two"]) as "person"
        on conflict ("room", "userId") do update set "hasWritten" = true
          where excluded."hasWritten" and not "member"."hasWritten";
        _isNew := found;
        if _isNew then
          delete from "relationship" where "person" = _sender and "other" = _other and "kind" = 'stopped';
        end if;
        -- Presence may be shown from now on.
        if _isNew or _room."endedAt" is not null then _joined := array[_room."one", _room."two"]; end if;
        -- Once a day, so that a message costs a look-up.
        if not exists (
          select from "relationship"
          where "person" = _sender and "other" = _other and "kind" = 'wrote' and "at" > _at - interval '1 day'
        ) then
          insert into "relationship" ("person", "other", "kind", "at") values (_sender, _other, 'wrote', _at)
          on conflict ("person", "other", "kind") do update set "at" = excluded."at";
        end if;
      elsif _room."kind" = 'partner' then
        update "member" set "hasWritten" = true where "room" = _room."id" and "userId" = _sender and not "hasWritten";
      end if;
      return query select _number, null::text, _seq, _at, true, _hidden, _joined;
    end loop;
  end $$`;

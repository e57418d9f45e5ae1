import { take } from '../../functions/limits/take.ts';

/**
 * What every message costs is counted in round trips and plans, so it is one function, whose plans PostgreSQL keeps.
 * Names that begin with `_` are its own; the others are columns.
 */
export const say = [
  take,
  // Stores messages of different senders, each once, or says why not. They come in the order of their senders.
  `create function "say"(
    _rooms text[], _senders text[], _ids uuid[], _texts text[], _replies bigint[],
    _buckets text[], _burst double precision, _everySeconds double precision,
    _linkBuckets text[], _linkBurst double precision, _linkEverySeconds double precision,
    _last integer, _sameMax integer
  )
  returns table (
    "number" integer, "refusal" text, "seq" bigint, "at" timestamptz, "isNew" boolean, "hiddenFrom" text[], "joined" text[]
  ) language plpgsql set search_path from current as $$
  #variable_conflict use_column
  declare
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
    -- In the order of their ids, so that nodes never wait for each other in a circle.
    perform from "room" where "id" = any (_rooms) order by "id" for update;
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
      _other := case _sender when _room."one" then _room."two" when _room."two" then _room."one" end;
      _hidden := array(
        select "blocked" from "block" where "blocker" = _sender union select "blocker" from "block" where "blocked" = _sender
      );
      _refusal := case
        when exists (select from "ban" where "userId" = _sender and "until" > now()) then 'banned'
        when not "take"(_buckets[_number], _burst, _everySeconds) then 'tooMany'
        when _linkBuckets[_number] is not null and not "take"(_linkBuckets[_number], _linkBurst, _linkEverySeconds)
          then 'tooMany'
        when _sameMax <= (
          select count(*) from (
            select "sender", "text" from "message" where "room" = _rooms[_number] order by "seq" desc limit _last
          ) as "recent" where "sender" = _sender and "text" = _texts[_number]
        ) then 'repeated'
        when _room."kind" = 'public' then
          case when not exists (select from "member" where "room" = _room."id" and "userId" = _sender) then 'gone' end
        when _other is null or _room."endedAt" is not null then 'gone'
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
      update "room" set "head" = _seq, "activeAt" = _at where "id" = _room."id";
      _joined := null;
      if _room."kind" = 'private' then
        -- Whoever has left the conversation takes part again.
        with "added" as (
          insert into "member" ("room", "userId", "read")
          values (_room."id", _room."one", _seq - 1), (_room."id", _room."two", _seq - 1)
          on conflict do nothing returning "userId"
        ) select array_agg("userId") into _joined from "added";
      end if;
      return query select _number, null::text, _seq, _at, true, _hidden, _joined;
    end loop;
  end $$`,
];

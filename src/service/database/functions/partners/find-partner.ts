/** Whether the search of a waiting person and the search of `_seeker` fit in both directions, and the two may meet. */
const FITS = `"lang" = _seeker."lang"
  and "lookFor" in ('anyone', _seeker."iAm") and _seeker."lookFor" in ('anyone', "iAm")
  and ("ages" = '{}' or _seeker."age" = any ("ages")) and (_seeker."ages" = '{}' or "age" = any (_seeker."ages"))
  and "userId" not in (select unnest(_apart))`;

/** Whether a waiting person is online, as liveConnectionsOf in presence-queries.ts, and neither muted nor limited. */
const IS_THERE = `(
    select true from "connection" inner join "node" on "node"."id" = "connection"."node"
    where "connection"."userId" = "waiting"."userId" and "node"."seenAt" > now() - interval '15 seconds' limit 1
  ) and (select count(*) = 0 from "restriction" where "userId" = "waiting"."userId" and "until" > now())`;

/** Number of interests in common with `_seeker`; a search has at most five. */
const COMMON = [1, 2, 3, 4, 5].map((n) => `coalesce((_seeker."tags"[${n}] = any ("tags"))::integer, 0)`).join(' + ');

/** Selects the person who has waited longest of those who fit. */
const longestWaiting = (condition: string): string => `
        select "userId" into partner from "seeker" as "waiting" where ${condition} and ${FITS} and ${IS_THERE}
        order by "since", "userId" limit 1;`;

/**
 * Matches a person with a waiting person, or adds them to the waiting people. Waits for no row, because all other searches wait for this
 * transaction: where another transaction holds a row, the refusal is `locked`; `_waits` adds the person to the waiting people instead
 * if the row belongs to a person who might fit.
 */
export const findPartner = `create or replace function "find_partner"(_person text, _search jsonb, _waits boolean, out "refusal" text, out "partner" text)
  language plpgsql set search_path from current as $$
  #variable_conflict use_column
  declare
    _seeker "seeker"%rowtype;
    _found "seeker"%rowtype;
    _room text;
    _apart text[];
    _isHeld boolean := false;
  begin
    -- One search at a time: of two people who fit, the second finds the first.
    perform pg_advisory_xact_lock('"seeker"'::regclass::oid::bigint);
    -- Before the row of the user, as in all transactions. Waits for a search on a node of the release before, which locks the table.
    perform from "seeker" where "userId" = _person for update skip locked;
    if not found and exists (select from "seeker" where "userId" = _person) then
      refusal := 'locked';
      return;
    end if;
    -- A ban waits for this lock, and then finds all that is stored here.
    perform from "user" where "id" = _person for key share skip locked;
    refusal := case
      when not found then case when exists (select from "user" where "id" = _person) then 'locked' else 'gone' end
      when exists (select from "ban" where "userId" = _person and "until" > now()) then 'banned'
      else coalesce("restriction_of"(_person, null), (select 'closed' from "mode_of"('*') where "closed"))
    end;
    if refusal is not null then return; end if;
    delete from "seeker" where "userId" = _person;
    _seeker := jsonb_populate_record(
      null::"seeker",
      '{"tags": [], "ages": []}' || _search || jsonb_build_object('userId', _person, 'since', now())
    );
    -- People whom the person must not meet; as an array they become a hash table, however many people wait.
    _apart := array(
      select "blocked" from "block" where "blocker" = _person
      union all select "blocker" from "block" where "blocked" = _person
      union all select "partner" from "lastPartner" where "userId" = _person
      union all select "userId" from "lastPartner" where "partner" = _person
      union all select coalesce(case _person when "one" then "two" else "one" end, '') from "room"
        where _person in ("one", "two") and "endedAt" is null and "kind" = 'partner'
      union all select "other" from (
        -- As areTalking in relationships.ts.
        select case _person when "person" then "other" else "person" end as "other", array_agg("kind") as "kinds"
        from "relationship" where _person in ("person", "other") and "kind" in ('wrote', 'stopped') group by 1
      ) as "pair" where "kinds" = '{wrote, wrote}'
    );
    loop
      partner := null;
      if _seeker."tags" <> '{}' then
        -- More than all interests in common are impossible.
        ${longestWaiting('"tags" @> _seeker."tags"')}
      end if;
      if _seeker."tags" <> '{}' and partner is null then
        select "userId" into partner
        from (
          select "userId", "since", ${COMMON} as "common" from "seeker" where "tags" && _seeker."tags" and ${FITS}
          -- Sorts before it asks who is there, which ends with the first who is.
          order by "common" desc, "since", "userId" offset 0
        ) as "waiting"
        where ${IS_THERE} order by "common" desc, "since", "userId" limit 1;
      end if;
      if partner is null then
        ${longestWaiting('true')}
      end if;
      if partner is null then
        if _isHeld and not _waits then refusal := 'locked';
        else insert into "seeker" select _seeker.*;
        end if;
        return;
      end if;
      select * into _found from "seeker" where "userId" = partner for update skip locked;
      if found then
        perform from "user" where "id" = partner for key share skip locked;
        exit when found and "restriction_of"(partner, null) is null;
      end if;
      -- A person who stops to wait, or about whom moderators decide at this moment.
      _isHeld := true;
      _apart := _apart || partner;
    end loop;
    delete from "seeker" where "userId" = partner;
    -- Ids sorted as in all conversations.
    insert into "room" ("id", "kind", "one", "two")
      values (gen_random_uuid(), 'partner', least(_person, partner collate "C"), greatest(_person, partner collate "C"))
      returning "id" into _room;
    insert into "member" ("room", "userId", "search")
      select _room, "userId", jsonb_strip_nulls(to_jsonb("search") - array['userId', 'since'])
      from (select _seeker.* union all select _found.*) as "search";
    insert into "lastPartner" ("userId", "partner") values (_person, partner), (partner, _person)
      on conflict ("userId") do update set "partner" = excluded."partner";
  end $$`;

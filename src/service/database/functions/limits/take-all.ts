/** Takes a drop of each bucket in turn, up to the first that is full. Returns the seconds until that one has room, else 0. */
export const takeAll = `create or replace function "take_all"(_keys text[], _bursts double precision[], _everySeconds double precision[])
  returns double precision language plpgsql set search_path from current as $$
  declare
    _wait double precision;
  begin
    for _number in 1 .. cardinality(_keys) loop
      if not "take"(_keys[_number], _bursts[_number], _everySeconds[_number]) then
        select ("level" + 1 - _bursts[_number]) * _everySeconds[_number] - extract(epoch from now() - "at") into _wait
          from "attempts" where "key" = _keys[_number];
        return greatest(1, _wait);
      end if;
    end loop;
    return 0;
  end $$`;

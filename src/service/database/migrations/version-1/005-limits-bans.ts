import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Several limits in one statement, and bans that outlive an account. @param schema the one of the brand */
export const limitsBans = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

const statements = [
  // Takes a drop of each bucket in turn, up to the first that is full. Returns the seconds until that one has room, else 0.
  `create function "take_all"(_keys text[], _bursts double precision[], _everySeconds double precision[])
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
  end $$`,
  // Of deleted accounts. The key is a keyed hash of the address; nothing leads to a person.
  `create table "bannedAddress" (
    "key" text primary key,
    "until" timestamptz not null,
    "reason" text not null
  )`,
];

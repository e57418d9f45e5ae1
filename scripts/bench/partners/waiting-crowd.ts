import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

import type { PartnerSearch } from '../../../src/contract/chat/partner-wishes.ts';
import { required } from '../../../src/shared/required.ts';
import { edition } from '../lib/measured-edition.ts';
import type { Talker } from '../lib/signed-in-users.ts';

/** Waiting people, and those who search. All of one kind have the same facts but for their interests. */
export interface Crowd {
  name: string;
  /** Whether a search finds a partner. */
  matches: boolean;
  waiting: () => PartnerSearch;
  searching: () => PartnerSearch;
  /** Whether each person who searches has blocked all waiting people. */
  isBlocked?: boolean;
}

const { lang } = edition;
const man: PartnerSearch = { lang, iAm: 'man', lookFor: 'woman' };
const woman: PartnerSearch = { lang, iAm: 'woman', lookFor: 'man' };
/** Five of 200 interests. */
const five = (): string[] =>
  Array.from({ length: 5 }, (_, number) => `interest ${number * 40 + Math.floor(Math.random() * 40)}`);
const same = Array.from({ length: 5 }, (_, number) => `interest ${number}`);

export const crowds: Crowd[] = [
  { name: 'no interests', matches: true, waiting: () => man, searching: () => woman },
  {
    name: '5 of 200 interests each',
    matches: true,
    waiting: () => ({ ...man, tags: five() }),
    searching: () => ({ ...woman, tags: five() }),
  },
  {
    name: 'the same 5 interests',
    matches: true,
    waiting: () => ({ ...man, tags: same }),
    searching: () => ({ ...woman, tags: same }),
  },
  { name: 'none fits', matches: false, waiting: () => ({ ...man, lookFor: 'man' }), searching: () => woman },
  {
    name: 'all are blocked',
    matches: false,
    waiting: () => ({ ...man, tags: same }),
    searching: () => ({ ...woman, tags: same }),
    isBlocked: true,
  },
];

/** Has people wait, online on a node that does not exist, until it is closed: matched people wait again at once. */
export async function openCrowd(databaseUrl: string, crowd: Crowd, waiting: Talker[], searching: Talker[]) {
  const client = new Client(databaseUrl);
  await client.connect();
  const ids = waiting.map(({ id }) => id);
  await client.query(`set search_path to "brand_${edition.brand.id}"`);
  await client.query(`insert into "node" values (gen_random_uuid(), now() + interval '1 day')`);
  await client.query(
    `insert into "connection" ("id", "node", "userId") select "userId", "node"."id", "userId" from "node", unnest($1::text[]) as "userId"`,
    [ids],
  );
  await client.query(`create temporary table "crowd" as select * from "seeker"`);
  const searches = waiting.map(({ id }) => ({ userId: id, tags: [], ages: [], ...crowd.waiting() }));
  await client.query(`insert into "crowd" select * from jsonb_populate_recordset(null::"seeker", $1)`, [
    JSON.stringify(searches),
  ]);
  if (crowd.isBlocked)
    await client.query(`insert into "block" select * from unnest($1::text[]) as "one", unnest($2::text[]) as "other"`, [
      searching.map(({ id }) => id),
      ids,
    ]);
  const waitAgain = () =>
    client.query(`
      insert into "seeker" ("userId", "lang", "iAm", "lookFor", "tags", "ages")
      select "userId", "lang", "iAm", "lookFor", "tags", "ages" from "crowd"
      where not exists (select from "seeker" where "userId" = "crowd"."userId") on conflict do nothing`);
  await waitAgain();
  await client.query('analyze');
  const closing = new AbortController();
  const refilling = (async () => {
    while (!closing.signal.aborted) {
      await waitAgain();
      await sleep(50);
    }
  })();
  return {
    /** Number of matches so far. */
    matches: async (): Promise<number> => {
      const { rows } = await client.query<{ count: string }>(`select count(*) from "room" where "kind" = 'partner'`);
      return Number(required(rows[0], 'number of matches').count);
    },
    close: async (): Promise<void> => {
      closing.abort();
      await refilling;
      await client.end();
    },
  };
}

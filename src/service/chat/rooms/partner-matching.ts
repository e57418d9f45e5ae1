import { randomUUID } from 'node:crypto';

import { type Expression, type Kysely, sql } from 'kysely';

import type { AgeGroup, PartnerSearch } from '../../../contract/partner-search.ts';
import type { Tables } from '../../database/tables.ts';
import { blocksBetween } from '../core/access.ts';
import { refuseBanned } from '../core/banned-until.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { areTalking } from '../core/relationships.ts';
import { refuseClosed, refuseRestricted } from '../core/restrictions.ts';
import { liveConnectionsOf } from '../presence/presence-queries.ts';

/**
 * Matches the user with a waiting person, or adds the user to the waiting people. Common interests are preferred, then the person who
 * has waited longest. Never matches the previous partner, a blocked person, or people who already talk to each other.
 * @returns ids of the matched pair; empty while the user waits
 */
export async function findPartner(search: PartnerSearch, user: ChatUser): Promise<string[]> {
  const { id, brand } = user;
  return brand.db.transaction().execute(async (transaction) => {
    // Serialises matching, so that a person is matched once.
    await sql`lock table ${sql.id(brand.schema, 'seeker')} in exclusive mode`.execute(transaction);
    await refuseBanned(transaction, id);
    await refuseRestricted(transaction, user);
    await refuseClosed(transaction, user);
    await transaction.deleteFrom('seeker').where('userId', '=', id).execute();
    const found = await bestMatch(transaction, search, id);
    if (!found) {
      await transaction
        .insertInto('seeker')
        .values({ userId: id, ...search })
        .execute();
      return [];
    }
    const { userId: partner, age, ...theirs } = found;
    await transaction.deleteFrom('seeker').where('userId', '=', partner).execute();
    await createPartnerRoom(transaction, { [id]: search, [partner]: { ...theirs, ...(age && { age }) } });
    return [id, partner];
  });
}

export async function stopSeeking({ id, brand }: ChatUser): Promise<void> {
  await brand.db.deleteFrom('seeker').where('userId', '=', id).execute();
}

function bestMatch(
  db: Kysely<Tables>,
  { lang, iAm, lookFor, tags = [], age, ages = [] }: PartnerSearch,
  id: string,
): Promise<Match | undefined> {
  return db
    .selectFrom('seeker')
    .select(['seeker.userId', 'lang', 'iAm', 'lookFor', 'tags', 'age', 'ages'])
    .where('lang', '=', lang)
    .where('lookFor', 'in', ['anyone', iAm])
    .$if(lookFor !== 'anyone', (query) => query.where('iAm', '=', lookFor as typeof iAm))
    .where(sql<boolean>`(cardinality("seeker"."ages") = 0 or ${age ?? null}::smallint = any ("seeker"."ages"))`)
    .$if(ages.length > 0, (query) => query.where('age', 'in', ages))
    .where((row) => row.exists(liveConnectionsOf(db, row.ref('seeker.userId'))))
    .where((row) => row.not(row.exists(blocksBetween(db, id, row.ref('seeker.userId')))))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('lastPartner')
            .select('partner')
            .where('lastPartner.userId', 'in', [sql<string>`${id}`, row.ref('seeker.userId')])
            .where('lastPartner.partner', 'in', [sql<string>`${id}`, row.ref('seeker.userId')]),
        ),
      ),
    )
    .where((row) => row.not(row.exists(partnerRoomOf(db, id, row.ref('seeker.userId')))))
    .where((row) => row.not(areTalking(row, db, sql.val(id), row.ref('seeker.userId'))))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('restriction')
            .select('kind')
            .whereRef('restriction.userId', '=', 'seeker.userId')
            .where('restriction.until', '>', sql<Date>`now()`),
        ),
      ),
    )
    .orderBy(sql`(select count(*) from unnest("seeker"."tags") as "tag" where "tag" = any (${tags}::text[]))`, 'desc')
    .orderBy('since')
    .orderBy('seeker.userId')
    .executeTakeFirst();
}

/** A waiting person with their search. */
type Match = Required<Omit<PartnerSearch, 'age'>> & { userId: string; age: AgeGroup | null };

/** An open partner room of two people. */
const partnerRoomOf = (db: Kysely<Tables>, id: string, other: Expression<string>) =>
  db
    .selectFrom('room')
    .select('room.id')
    .where('endedAt', 'is', null)
    .where(({ or, and, eb }) =>
      or([and([eb('one', '=', id), eb('two', '=', other)]), and([eb('two', '=', id), eb('one', '=', other)])]),
    )
    .where('kind', '=', 'partner');

/** Creates the partner room of two people. @param searches of both, by id */
async function createPartnerRoom(db: Kysely<Tables>, searches: Record<string, PartnerSearch>): Promise<void> {
  const [one, two] = Object.keys(searches).toSorted() as [string, string];
  const room = randomUUID();
  await db.insertInto('room').values({ id: room, kind: 'partner', one, two }).execute();
  await db
    .insertInto('member')
    .values([one, two].map((userId) => ({ room, userId, search: JSON.stringify(searches[userId]) })))
    .execute();
  await db
    .insertInto('lastPartner')
    .values([
      { userId: one, partner: two },
      { userId: two, partner: one },
    ])
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ partner: ({ ref }) => ref('excluded.partner') }))
    .execute();
}

import { randomUUID } from 'node:crypto';

import { type Kysely, sql } from 'kysely';

import type { RequestBody } from '../../../contract/chat-protocol.ts';
import type { Tables } from '../../database/tables.ts';
import { blocksBetween } from '../core/access.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { liveConnectionsOf } from '../presence/presence-queries.ts';

/**
 * Matches the user with the person who has waited longest, or adds the user to the waiting people. Never matches the previous
 * partner or a blocked person.
 * @returns ids of the matched pair; empty while the user waits
 */
export async function findPartner(wish: RequestBody<'seek'>, user: ChatUser): Promise<string[]> {
  const { id, brand } = user;
  return brand.db.transaction().execute(async (transaction) => {
    // Serialises matching, so that a person is matched once.
    await sql`lock table ${sql.id(brand.schema, 'seeker')} in exclusive mode`.execute(transaction);
    await transaction.deleteFrom('seeker').where('userId', '=', id).execute();
    const partner = await longestWaiting(transaction, wish, id);
    if (!partner) {
      await transaction
        .insertInto('seeker')
        .values({ userId: id, ...wish })
        .execute();
      return [];
    }
    await transaction.deleteFrom('seeker').where('userId', '=', partner).execute();
    await createPartnerRoom(transaction, id, partner);
    return [id, partner];
  });
}

export async function stopSeeking({ id, brand }: ChatUser): Promise<void> {
  await brand.db.deleteFrom('seeker').where('userId', '=', id).execute();
}

async function longestWaiting(
  db: Kysely<Tables>,
  { lang, iAm, lookFor }: RequestBody<'seek'>,
  id: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('seeker')
    .select('seeker.userId')
    .where('lang', '=', lang)
    .where('lookFor', 'in', ['anyone', iAm])
    .$if(lookFor !== 'anyone', (query) => query.where('iAm', '=', lookFor as typeof iAm))
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
    .orderBy('since')
    .orderBy('seeker.userId')
    .executeTakeFirst();
  return found?.userId;
}

/** Creates the partner room of two people. */
async function createPartnerRoom(db: Kysely<Tables>, id: string, partner: string): Promise<void> {
  const [one, two] = [id, partner].toSorted() as [string, string];
  const room = randomUUID();
  await db.insertInto('room').values({ id: room, kind: 'partner', one, two }).execute();
  await db
    .insertInto('member')
    .values([one, two].map((userId) => ({ room, userId })))
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

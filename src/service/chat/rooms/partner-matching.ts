import { randomUUID } from 'node:crypto';

import { type Kysely, sql } from 'kysely';

import type { RequestBody } from '../../../contract/chat-protocol.ts';
import type { Tables } from '../../database/tables.ts';
import { blocksBetween } from '../core/access.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { liveConnectionsOf } from '../presence/presence.ts';

/**
 * Looks for somebody to talk to, or waits for them. Whoever has waited longest comes first, but never the one with whom
 * somebody talked last, nor anybody blocked.
 * @returns the two who have met
 */
export async function findPartner(wish: RequestBody<'seek'>, user: ChatUser): Promise<string[]> {
  const { id, brand } = user;
  return brand.db.transaction().execute(async (transaction) => {
    // One after the other, so that nobody is met by two at once.
    await sql`lock table ${sql.id(brand.schema, 'seeker')} in exclusive mode`.execute(transaction);
    await transaction.deleteFrom('seeker').where('userId', '=', id).execute();
    const partner = await partnerFor(transaction, wish, id);
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

async function partnerFor(
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

/** Gives two people a room of their own, until one of them leaves. */
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

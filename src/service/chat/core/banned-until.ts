import type { ServiceBrand } from '../../brands/open-brands.ts';
import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import { ChatRefusal } from './chat-refusal.ts';

/** Reads the end of a person's ban; undefined without a ban. */
export async function bannedUntil({ db }: Pick<ServiceBrand, 'db'>, person: string): Promise<Date | undefined> {
  const ban = await db
    .selectFrom('ban')
    .select('until')
    .where('userId', '=', person)
    .where('until', '>', now)
    .executeTakeFirst();
  return ban?.until;
}

/**
 * Refuses a banned person. The lock of the user's row, for which a ban waits, lasts until the transaction ends: a ban finds everything
 * that the transaction stores.
 * @throws ChatRefusal `banned`
 */
export async function refuseBanned(transaction: Db, person: string): Promise<void> {
  await transaction.selectFrom('user').select('id').where('id', '=', person).forKeyShare().execute();
  if (await bannedUntil({ db: transaction }, person)) throw new ChatRefusal('banned');
}

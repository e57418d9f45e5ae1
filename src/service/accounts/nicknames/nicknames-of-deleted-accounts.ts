import { sql } from 'kysely';

import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { RequestContext } from '../../request/request-context.ts';

const PURPOSE = 'retired nickname';

/**
 * Reserves the nicknames of an account that is being deleted: the current nickname for 30 days, a former nickname as long as
 * before. Only keyed hashes are stored, which reveal neither nickname nor address.
 */
export async function retireNicknames(
  transaction: Db,
  { keyed }: RequestContext,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const current = transaction
    .selectFrom('user')
    .select(['nicknameKey', sql<Date>`now() + interval '30 days'`.as('until')])
    .where('id', '=', id);
  const former = transaction
    .selectFrom('formerNickname')
    .select(['nicknameKey', 'until'])
    .where('userId', '=', id)
    .where('until', '>', now);
  for (const { nicknameKey, until } of await current.unionAll(former).execute()) {
    const reserved = { owner: keyed(PURPOSE, nicknameKey, email), until };
    await transaction
      .insertInto('retiredNickname')
      .values({ key: keyed(PURPOSE, nicknameKey), ...reserved })
      // A former nickname that differs in case alone has the same key.
      .onConflict((conflict) => conflict.column('key').doUpdateSet(reserved).where('retiredNickname.until', '<', until))
      .execute();
  }
}

/** Query for retired nicknames with this key. The owner of the mailbox may take their own again. */
export const retiredBy = (db: Db, { keyedAll }: Pick<RequestContext, 'keyedAll'>, nicknameKey: string, email: string) =>
  db
    .selectFrom('retiredNickname')
    .where('key', 'in', keyedAll(PURPOSE, nicknameKey))
    .where('owner', 'not in', keyedAll(PURPOSE, nicknameKey, email))
    .where('until', '>', now);

import type { Transaction } from 'kysely';

import type { Tables } from '../../database/tables.ts';

/**
 * Id of the open case of a person, which is created if there is none. It stays open until the transaction ends: reports at the same time
 * meet in it, and a decision waits for them.
 * @param lock of the row: `forUpdate` where the transaction changes the case, because two that wait to strengthen a lock block each other
 */
export async function openCaseOf(
  transaction: Transaction<Tables>,
  person: string,
  lock: 'forShare' | 'forUpdate' = 'forShare',
): Promise<string> {
  await transaction
    .insertInto('moderationCase')
    .values({ person })
    // Only an open case of the person conflicts.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const undecided = transaction
    .selectFrom('moderationCase')
    .select('id')
    .where('person', '=', person)
    .where('decidedAt', 'is', null);
  const open = await undecided[lock]().executeTakeFirst();
  // It was decided while this transaction waited for its lock.
  return open ? open.id : openCaseOf(transaction, person, lock);
}

import { sql } from 'kysely';

import type { Transaction } from '../../database/tables/tables.ts';

/**
 * Locks the open case of a person, which is created if there is none. It stays open until the transaction ends: reports at the same time
 * meet in it, and a decision waits for them.
 * @returns its id
 */
export async function lockOpenCase(transaction: Transaction, person: string): Promise<string> {
  // A registration of the mailbox either is read below, or finds the case.
  await transaction.selectFrom('deletedUser').select('id').where('id', '=', person).forShare().execute();
  await transaction
    .insertInto('moderationCase')
    .columns(['person', 'addressKey', 'nextAccounts'])
    .expression(({ selectFrom }) =>
      // Of a deleted account, a ban concerns the mailbox.
      selectFrom(sql<{ person: string }>`(values (${person}::text))`.as<'about'>(sql`about("person")`))
        .leftJoin('deletedUser', 'deletedUser.id', 'about.person')
        .select(['about.person', 'deletedUser.addressKey'])
        .select(sql<string[]>`coalesce("nextAccounts", '{}')`.as('nextAccounts')),
    )
    // Only an open case of the person conflicts.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const open = await transaction
    .selectFrom('moderationCase')
    .select('id')
    .where('person', '=', person)
    .where('decidedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  // It was decided while this transaction waited for its lock.
  return open ? open.id : lockOpenCase(transaction, person);
}

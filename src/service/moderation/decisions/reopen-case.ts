import { sql } from 'kysely';

import type { Decision } from '../../database/tables/moderation-tables.ts';
import type { Transaction } from '../../database/tables/tables.ts';
import type { Case } from '../cases/claim-case.ts';
import { mergeCase } from '../cases/merge-case.ts';

/** Reopens a dismissed case for a moderator, or merges it into the open case of the person. */
export async function reopenCase(transaction: Transaction, decision: Decision, moderator: string): Promise<void> {
  const dismissed = await transaction
    .selectFrom('moderationCase')
    .selectAll()
    .where('id', '=', decision.case)
    .forUpdate()
    .executeTakeFirst();
  if (!dismissed) return;
  const open = await findAndLockOpenCase(transaction, dismissed.person);
  if (open) await mergeCase(transaction, dismissed, open);
  else
    await transaction
      .updateTable('moderationCase')
      .set({ decidedAt: sql<Date>`null`, claimedBy: moderator, claimedUntil: sql<Date>`null` })
      // Of an account that was deleted some days ago: a ban concerns its mailbox.
      .set(({ fn, selectFrom, ref }) => {
        const deleted = selectFrom('deletedUser').where('id', '=', dismissed.person);
        return {
          addressKey: fn.coalesce(deleted.select('addressKey'), ref('addressKey')),
          nextAccounts: fn.coalesce(deleted.select('nextAccounts'), ref('nextAccounts')),
        };
      })
      .where('id', '=', dismissed.id)
      .execute();
}

/** Locks the open case of a person. Without any, reports at the same time wait for the transaction before they open a case. */
async function findAndLockOpenCase(transaction: Transaction, person: string | null): Promise<Case | undefined> {
  const reserved = await transaction
    .insertInto('moderationCase')
    .values({ person })
    // Only an open case of the person conflicts.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (reserved) {
    // Other transactions wait for a deleted row, too.
    await transaction.deleteFrom('moderationCase').where('id', '=', reserved.id).execute();
    return undefined;
  }
  const open = await transaction
    .selectFrom('moderationCase')
    .selectAll()
    .where('person', '=', person)
    .where('decidedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  // It was decided while this transaction waited for its lock.
  return open ?? findAndLockOpenCase(transaction, person);
}

import { sql, type Transaction } from 'kysely';

import type { Tables } from '../../database/tables.ts';

/** Ends the ban of an undone decision with all its copies, or gives them the longest other ban of the person that is in force. */
export async function liftBan(
  transaction: Transaction<Tables>,
  decision: string,
  person: string | null,
): Promise<void> {
  await transaction.selectFrom('user').select('id').where('id', '=', person).forUpdate().execute();
  const longest = await transaction
    .selectFrom('decision')
    .select(['id', 'until', 'automated'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('person', '=', person),
        // The account that the mailbox of a deleted account has since can have a ban of its own.
        eb('person', 'in', selectFrom('ban').select('ban.userId').where('ban.decision', '=', decision)),
      ]),
    )
    .where('act', '=', 'ban')
    .where('undoneAt', 'is', null)
    .where('until', '>', sql<Date>`now()`)
    .orderBy('until', 'desc')
    .executeTakeFirst();
  for (const table of ['ban', 'bannedAddress'] as const)
    if (longest)
      await transaction
        .updateTable(table)
        .set({ until: longest.until!, reason: longest.automated ? 'flood' : 'decision', decision: longest.id })
        .where('decision', '=', decision)
        .execute();
    // Triggers delete the copies.
    else await transaction.deleteFrom(table).where('decision', '=', decision).execute();
}

import { type NotNull, sql, type SqlBool } from 'kysely';

import { now } from '../../database/database-now.ts';
import type { Transaction } from '../../database/tables/tables.ts';

/** Ends the ban of an undone decision with all its copies, or gives them the longest other ban of the mailbox that is in force. */
export async function liftBan(transaction: Transaction, decision: string, person: string | null): Promise<void> {
  await transaction.selectFrom('user').select('id').where('id', '=', person).forUpdate().execute();
  const tables = ['ban', 'bannedAddress'] as const;
  const met = new Set<string>();
  // Locked before decisions are read: a decision that is stored or undone at the same time is found.
  for (const table of tables)
    for (const { decisions } of await transaction
      .selectFrom(table)
      .select('decisions')
      .where(sql<SqlBool>`"decisions" @> array[${decision}::uuid]`)
      // The order of all transactions.
      .orderBy(sql.ref(table === 'ban' ? 'userId' : 'key'))
      .forUpdate()
      .execute())
      for (const each of decisions) met.add(each);
  const longest = await transaction
    .selectFrom('decision')
    .select(['id', 'until', 'automated'])
    .where('id', '=', sql<string>`any(${[...met]}::uuid[])`)
    .where('undoneAt', 'is', null)
    .where('until', '>', now)
    .$narrowType<{ until: NotNull }>()
    .orderBy('until', 'desc')
    .executeTakeFirst();
  for (const table of tables)
    if (longest)
      await transaction
        .updateTable(table)
        .set({
          until: longest.until,
          reason: longest.automated ? 'flood' : 'decision',
          decision: longest.id,
          decisions: [...met],
        })
        .where('decision', '=', decision)
        .execute();
    // Triggers delete the copies.
    else await transaction.deleteFrom(table).where('decision', '=', decision).execute();
}

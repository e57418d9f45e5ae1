import { sql, type SqlBool } from 'kysely';

import type { ServiceBrand } from '../brands/open-brands.ts';
import { appendToLog, SERVICE } from '../moderation/access/audit-log.ts';
import { endedHold } from '../moderation/cases/hold-case.ts';

/** Ends legal holds whose term has passed, each with a line of the audit log. */
export async function endHolds({ db }: Pick<ServiceBrand, 'db'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('moderationCase')
      .set(endedHold)
      .where('heldAt', 'is not', null)
      // A node of the release before writes no term.
      .where(sql<SqlBool>`coalesce("heldUntil", "heldAt" + interval '1 year') <= now()`)
      .returning('id')
      .execute();
    for (const { id } of ended)
      await appendToLog(
        { db: transaction },
        { moderator: SERVICE, role: 'lead', request: 'hold', subject: { case: id, on: false } },
      );
  });
}

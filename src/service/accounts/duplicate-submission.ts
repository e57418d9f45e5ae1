import { sql } from 'kysely';

import type { FormId } from '../../contract/forms.ts';
import type { Db } from '../database/tables/tables.ts';
import type { RequestContext } from '../request/request-context.ts';

/**
 * Whether the same network sent the same form with the same values in the last 30 seconds, as after a double click. Of two
 * concurrent requests, the second waits until the transaction of the first has ended.
 */
export async function isDuplicateSubmission(
  transaction: Db,
  { network, keyed }: RequestContext,
  form: FormId,
  ...typed: string[]
): Promise<boolean> {
  const isNew = await transaction
    .insertInto('submission')
    .values({ key: keyed(form, network, ...typed) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ at: sql`now()` })
        .where(sql<boolean>`submission.at < now() - interval '30 seconds'`),
    )
    .returning('key')
    .executeTakeFirst();
  return !isNew;
}

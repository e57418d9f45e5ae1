import { type Kysely, sql } from 'kysely';

import type { FormId } from '../../contract/forms.ts';
import type { Tables } from '../database/tables.ts';
import type { RequestContext } from '../request/request-context.ts';

/**
 * Whether the form was sent from the same place with the same in it a moment ago, as by a second press of the button. Of two
 * at once, one waits until the other's transaction has ended.
 */
export async function isDuplicateSubmission(
  transaction: Kysely<Tables>,
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

import { type ExpressionBuilder, sql } from 'kysely';

import type { ServiceBrand } from '../brands/open-brands.ts';
import { now } from '../database/database-now.ts';
import { deleteInSlices } from '../database/delete-in-slices.ts';
import type { Tables } from '../database/tables/tables.ts';
import { isEmpty, purgeMessages } from './purge-messages.ts';

/**
 * Deletes data of deleted users: conversations, messages with their revisions, and reactions. No query shows them any more. Their own
 * messages move to `keptMessage` for as long as the account can be reported. After a crash, or if another transaction locks rows, the next
 * run deletes the rest.
 * @param signal aborts between two slices
 */
export async function purgeDeletedUsers(brand: ServiceBrand, signal?: AbortSignal): Promise<void> {
  const { db } = brand;
  const rooms = await db
    .selectFrom('room')
    .select('id')
    .where('kind', '!=', 'public')
    .where('one', 'is', null)
    .execute();
  for (const { id } of rooms) await purgeMessages(brand, sql`"room" = ${id}`, signal);
  await deleteInSlices(brand, 'room', sql`"kind" <> 'public' and "one" is null and ${isEmpty(brand)}`, signal);
  const left = await db.selectFrom('deletedUser').select('id').where(hasRows).execute();
  for (const { id } of left) {
    await purgeMessages(brand, sql`"sender" = ${id}`, signal);
    await deleteInSlices(brand, 'reaction', sql`"userId" = ${id}`, signal);
  }
  await db
    .deleteFrom('deletedUser')
    .where('until', '<=', now)
    .where((row) => row.not(hasRows(row)))
    // Whom the moderators of the case had blocked, or talked to, is known by it.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('moderationCase')
            .select('moderationCase.id')
            .whereRef('person', '=', 'deletedUser.id')
            .where((row) => row.or([row('decidedAt', 'is', null), row('heldAt', 'is not', null)])),
        ),
      ),
    )
    .execute();
}

/** Whether a deleted user still has messages or reactions. */
const hasRows = ({ or, exists, selectFrom }: ExpressionBuilder<Tables, 'deletedUser'>) =>
  or([
    exists(selectFrom('message').select('seq').whereRef('sender', '=', 'deletedUser.id')),
    exists(selectFrom('reaction').select('seq').whereRef('userId', '=', 'deletedUser.id')),
  ]);

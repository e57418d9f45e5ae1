import { sql } from 'kysely';

import type { ServiceBrand } from '../brands/open-brands.ts';
import { now } from '../database/database-now.ts';
import { deleteInSlices } from '../database/delete-in-slices.ts';
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
  for (const { id } of await db.selectFrom('deletedUser').select('id').execute()) {
    await purgeMessages(brand, sql`"sender" = ${id}`, signal);
    await deleteInSlices(brand, 'reaction', sql`"userId" = ${id}`, signal);
    await db
      .deleteFrom('deletedUser')
      .where('id', '=', id)
      .where('until', '<=', now)
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('message').select('seq').where('sender', '=', id))))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('reaction').select('seq').where('userId', '=', id))),
      )
      .execute();
  }
}

import { sql } from 'kysely';

import type { ServiceBrand } from '../brands/open-brands.ts';
import { deleteInSlices } from '../database/delete-in-slices.ts';

/**
 * Deletes data of deleted users: conversations, messages with their revisions, and reactions. No query shows them any more.
 * After a crash, or if another transaction locks rows, the next run deletes the rest.
 * @param signal aborts between two slices
 */
export async function purgeDeletedUsers(brand: ServiceBrand, signal?: AbortSignal): Promise<void> {
  const { db } = brand;
  const forget = (table: 'message' | 'reaction' | 'room', where: ReturnType<typeof sql>) =>
    deleteInSlices(brand, table, where, signal);
  const rooms = await db
    .selectFrom('room')
    .select('id')
    .where('kind', '!=', 'public')
    .where('one', 'is', null)
    .execute();
  for (const { id } of rooms) await forget('message', sql`"room" = ${id}`);
  await forget('room', sql`"kind" <> 'public' and "one" is null`);
  for (const { id } of await db.selectFrom('deletedUser').select('id').execute()) {
    await forget('message', sql`"sender" = ${id}`);
    await forget('reaction', sql`"userId" = ${id}`);
    await db
      .deleteFrom('deletedUser')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('message').select('seq').where('sender', '=', id))))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('reaction').select('seq').where('userId', '=', id))),
      )
      .execute();
  }
}

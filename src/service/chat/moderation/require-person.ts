import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';

/** A person who has deleted the account a few days ago, and can still be reported. */
export const recentlyDeleted = (db: Db, person: string) =>
  db
    .selectFrom('deletedUser')
    .select(['id', 'rooms'])
    .where('id', '=', person)
    .where('until', '>', now)
    .executeTakeFirst();

/** @throws ChatRefusal `gone` if a person has no account, `body` for the user */
export async function requirePerson(db: Db, person: string, id: string): Promise<void> {
  if (person === id) throw new ChatRefusal('body');
  const found = await db.selectFrom('user').select('id').where('id', '=', person).executeTakeFirst();
  if (!found) throw new ChatRefusal('gone');
}

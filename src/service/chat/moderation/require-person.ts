import type { Db } from '../../database/tables/tables.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';

/** @throws ChatRefusal `gone` if a person has no account, `body` for the user */
export async function requirePerson(db: Db, person: string, id: string): Promise<void> {
  if (person === id) throw new ChatRefusal('body');
  const found = await db.selectFrom('user').select('id').where('id', '=', person).executeTakeFirst();
  if (!found) throw new ChatRefusal('gone');
}

import { sql } from 'kysely';

import type { ChatError } from '../../../contract/chat-protocol.ts';
import type { PartnerSearch } from '../../../contract/partner-search.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';

type Seeker = Pick<ChatUser, 'id' | 'brand'>;

/**
 * Matches the user with a waiting person, or adds the user to the waiting people. Common interests are preferred, then the person who
 * has waited longest. Never matches the previous partner, a blocked person, or people who already talk to each other.
 * @returns ids of the matched pair; empty while the user waits
 * @throws ChatRefusal `banned`, `muted`, `limited`, or `closed` while moderators have closed all rooms
 */
export async function findPartner(search: PartnerSearch, { id, brand }: Seeker): Promise<string[]> {
  const { rows } = await sql<{ refusal: ChatError | null; partner: string | null }>`
    select * from ${sql.id(brand.schema, 'find_partner')}(${id}, ${JSON.stringify(search)})`.execute(brand.db);
  const { refusal, partner } = rows[0]!;
  if (refusal) throw new ChatRefusal(refusal);
  return partner ? [id, partner] : [];
}

export async function stopSeeking({ id, brand }: Seeker): Promise<void> {
  await brand.db.deleteFrom('seeker').where('userId', '=', id).execute();
}

import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import type { ChatError } from '../../../contract/chat/chat-errors.ts';
import type { PartnerSearch } from '../../../contract/chat/partner-wishes.ts';
import { BusyError } from '../../../shared/fair-queue.ts';
import { required } from '../../../shared/required.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';

type Seeker = Pick<ChatUser, 'id' | 'brand'>;

/** Most tries of a search, and the pause after each, while other transactions hold the rows of its people. */
const TRIES_MAX = 20;
const PAUSE_MS = 100;

/**
 * Matches the user with a waiting person, or adds the user to the waiting people. Common interests are preferred, then the person who
 * has waited longest. Never matches the previous partner, a blocked person, or people who already talk to each other.
 * @returns ids of the matched pair; empty while the user waits
 * @throws ChatRefusal `banned`, `muted`, `limited`, or `closed` while moderators have closed all rooms; BusyError while another
 * transaction holds the user
 */
export async function findPartner(search: PartnerSearch, { id, brand }: Seeker): Promise<string[]> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const { rows } = await sql<{ refusal: ChatError | 'locked' | null; partner: string | null }>`
      select * from ${sql.id(brand.schema, 'find_partner')}(
        ${id}, ${JSON.stringify(search)}, ${tries === TRIES_MAX}
      )`.execute(brand.db);
    const { refusal, partner } = required(rows[0], 'row of find_partner');
    if (!refusal) return partner ? [id, partner] : [];
    if (refusal !== 'locked') throw new ChatRefusal(refusal);
    await sleep(PAUSE_MS);
  }
  throw new BusyError('Another transaction holds a person who searches.');
}

export async function stopSeeking({ id, brand }: Seeker): Promise<void> {
  await brand.db.deleteFrom('seeker').where('userId', '=', id).execute();
}

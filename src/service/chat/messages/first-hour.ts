import type { RequestBody } from '../../../contract/chat-protocol.ts';
import { type firstHour, isWithinFirstHour } from '../../request/rate-limits.ts';
import { Refused } from '../core/chat-refusal.ts';
import type { Guest } from '../core/chat-user.ts';
import { hasLink } from './has-link.ts';

const HOUR_MS = 3_600_000;

/** @throws Refused where an account that is not yet an hour old does something too often */
export async function withinFirstHour(what: keyof typeof firstHour, guest: Guest): Promise<void> {
  if (isNew(guest) && !(await isWithinFirstHour(guest, what, guest.id))) throw new Refused('newAccount');
}

/** The same for a message; one that is stored already comes again where its answer was lost, and is not counted out. */
export async function mayWrite({ id, text }: RequestBody<'send'>, guest: Guest): Promise<void> {
  if (!isNew(guest)) return;
  try {
    await withinFirstHour('message', guest);
    if (hasLink(text)) await withinFirstHour('linkInMessage', guest);
  } catch (error) {
    const stored = await guest.brand.db
      .selectFrom('message')
      .select('seq')
      .where('sender', '=', guest.id)
      .where('clientId', '=', id)
      .executeTakeFirst();
    if (!stored) throw error;
  }
}

const isNew = ({ joinedAt }: Guest): boolean => Date.now() - joinedAt < HOUR_MS;

import type { RequestBody } from '../../../contract/chat-protocol.ts';
import { type firstHourLimits, isWithinFirstHourLimit } from '../../request/rate-limits.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { hasLink } from './has-link.ts';

const HOUR_MS = 3_600_000;

/** @throws Refused where an account that is not yet an hour old does something too often */
export async function enforceFirstHourLimit(what: keyof typeof firstHourLimits, user: ChatUser): Promise<void> {
  if (isNew(user) && !(await isWithinFirstHourLimit(user, what, user.id))) throw new ChatRefusal('newAccount');
}

/** The same for a message; one that is stored already comes again where its answer was lost, and is not counted out. */
export async function enforceFirstHourOfMessage({ id, text }: RequestBody<'send'>, user: ChatUser): Promise<void> {
  if (!isNew(user)) return;
  try {
    await enforceFirstHourLimit('message', user);
    if (hasLink(text)) await enforceFirstHourLimit('linkInMessage', user);
  } catch (error) {
    const stored = await user.brand.db
      .selectFrom('message')
      .select('seq')
      .where('sender', '=', user.id)
      .where('clientId', '=', id)
      .executeTakeFirst();
    if (!stored) throw error;
  }
}

const isNew = ({ joinedAt }: ChatUser): boolean => Date.now() - joinedAt < HOUR_MS;

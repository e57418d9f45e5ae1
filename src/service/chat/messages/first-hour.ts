import type { RequestBody } from '../../../contract/chat-protocol.ts';
import { type firstHourLimits, isWithinFirstHourLimit } from '../../request/rate-limits.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { hasLink } from './has-link.ts';

const HOUR_MS = 3_600_000;

/** Enforces a limit on accounts in their first hour. @throws ChatRefusal `newAccount` above the limit */
export async function enforceFirstHourLimit(limit: keyof typeof firstHourLimits, user: ChatUser): Promise<void> {
  if (isNew(user) && !(await isWithinFirstHourLimit(user, limit, user.id))) throw new ChatRefusal('newAccount');
}

/** The same for a message. Accepts a message that is already stored: the browser resends it after a lost response. */
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

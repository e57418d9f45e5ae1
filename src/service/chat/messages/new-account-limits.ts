import type { RequestBody } from '../../../contract/chat/chat-protocol.ts';
import { fillBucket, firstDayLimits, firstHourLimits } from '../../request/rate-limits.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { isInFirstDay, isInFirstHour } from '../core/new-account.ts';
import { hasLink } from './has-link.ts';
import { hasMessage } from './history.ts';

/** Enforces a limit on accounts in their first hour, and in their first day. @throws ChatRefusal `newAccount` above the limit */
export async function enforceNewAccountLimit(limit: keyof typeof firstHourLimits, user: ChatUser): Promise<void> {
  const isRefused =
    (isInFirstHour(user) && !(await fillBucket(user, firstHourLimits[limit], 'first hour', limit, user.id))) ||
    (isInFirstDay(user) &&
      hasDayLimit(limit) &&
      !(await fillBucket(user, firstDayLimits[limit], 'first day', limit, user.id)));
  if (isRefused) throw new ChatRefusal('newAccount');
}

const hasDayLimit = (limit: keyof typeof firstHourLimits): limit is keyof typeof firstDayLimits =>
  Object.hasOwn(firstDayLimits, limit);

/** The same for a message. Accepts a message that is already stored: the browser resends it after a lost response. */
export async function enforceNewAccountLimitOfMessage(
  { id, text }: RequestBody<'send'>,
  user: ChatUser,
): Promise<void> {
  if (!isInFirstHour(user)) return;
  try {
    await enforceNewAccountLimit('message', user);
    if (hasLink(text)) await enforceNewAccountLimit('linkInMessage', user);
  } catch (error) {
    if (!(await hasMessage(user.brand.db, user.id, id))) throw error;
  }
}

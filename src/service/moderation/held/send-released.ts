import type { Selectable } from 'kysely';

import type { ChatError } from '../../../contract/chat/chat-errors.ts';
import { ChatRefusal } from '../../chat/core/chat-refusal.ts';
import type { Tables } from '../../database/tables/tables.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { ModerationRefusal } from '../moderation-request.ts';

export type HeldMessage = Selectable<Tables['heldMessage']>;

/** Refusals that last. Others end, such as that of a room in slow mode. */
const FINAL: ChatError[] = ['banned', 'gone', 'body'];

/**
 * Sends a released message in the name of its sender.
 * @throws ModerationRefusal `gone` if the sender was banned or has left the room; `tooMany` if it cannot be sent for now: it waits again
 */
export async function sendReleased(
  message: HeldMessage,
  context: Pick<RequestContext, 'brand' | 'keyed'>,
): Promise<void> {
  const { db, events } = context.brand;
  const { id, clientId, room, text, replyTo, sender } = message;
  const user = await db.selectFrom('user').select(['id', 'name']).where('id', '=', sender).executeTakeFirst();
  if (!user) throw new ModerationRefusal('gone');
  // Buckets of its own: the sender has paid for the message, and may write others at this moment.
  const keyed = (...parts: string[]): string => context.keyed('released message', id, ...parts);
  try {
    const writing: Promise<unknown>[] = [];
    const draft = { id: clientId, room, text, ...(replyTo !== null && { replyTo }) };
    events.emit('messageReleased', draft, { ...user, keyed }, (written) => void writing.push(written));
    await Promise.all(writing);
  } catch (error) {
    const isFinal = error instanceof ChatRefusal && FINAL.includes(error.code);
    await db
      .updateTable('heldMessage')
      .set(isFinal ? { released: false } : { released: null, decidedAt: null, decidedBy: null })
      .where('id', '=', id)
      .execute();
    if (isFinal) throw new ModerationRefusal('gone');
    throw error instanceof ChatRefusal ? new ModerationRefusal('tooMany') : error;
  }
}

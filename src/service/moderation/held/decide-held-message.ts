import { type Kysely, type Selectable, sql } from 'kysely';

import type { ChatError } from '../../../contract/chat-protocol.ts';
import type { ModerationBody } from '../../../contract/moderation/protocol.ts';
import { translator } from '../../../site/i18n/translator.ts';
import { editionOfAccount } from '../../brands/edition-of-account.ts';
import { ChatRefusal } from '../../chat/core/chat-refusal.ts';
import { storeDecision } from '../../chat/moderation/store-decision.ts';
import type { Tables } from '../../database/tables.ts';
import { ModerationRefusal, type ModerationRequest } from '../moderation-request.ts';

type HeldMessage = Selectable<Tables['heldMessage']>;

/**
 * Releases a held message, which is sent now in the name of its sender, or refuses it by a decision that its sender reads.
 * @throws ModerationRefusal `gone` if the sender was banned or has left the room, or without the message; `decided` after a decision; `tooMany` while the room takes no message of the sender, which then waits again;
 * `ownDecision` for a moderator's own message
 */
export async function decideHeldMessage(
  { id, release }: ModerationBody<'decideHeldMessage'>,
  request: ModerationRequest,
): Promise<void> {
  const { brand } = request.context;
  const message = await brand.db.transaction().execute(async (transaction) => {
    const decided = await close(transaction, id, release, request);
    if (!release) await storeRefusal(transaction, decided, request);
    return decided;
  });
  if (!release) brand.events.emit('decided', message.sender);
  // Outside of the transaction, because the message is written on a connection of its own.
  else await send(message, request);
}

async function close(
  transaction: Kysely<Tables>,
  id: string,
  released: boolean,
  { moderator }: ModerationRequest,
): Promise<HeldMessage> {
  const found = await transaction
    .selectFrom('heldMessage')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ModerationRefusal('gone');
  if (found.decidedAt) throw new ModerationRefusal('decided');
  if (found.sender === moderator.id) throw new ModerationRefusal('ownDecision');
  await transaction
    .updateTable('heldMessage')
    .set({ released, decidedAt: sql<Date>`now()`, decidedBy: moderator.id })
    .where('id', '=', id)
    .execute();
  return found;
}

/** Stores the decision about a refused message. It never had a number in its room. */
async function storeRefusal(
  transaction: Kysely<Tables>,
  { sender, room, text }: HeldMessage,
  { context, moderator }: ModerationRequest,
): Promise<void> {
  const account = await transaction
    .selectFrom('user')
    .select(['host', 'lang'])
    .where('id', '=', sender)
    .executeTakeFirstOrThrow();
  const { spam } = context.ruleChanges().reasons;
  await storeDecision(transaction, context, {
    person: sender,
    act: 'remove',
    room,
    removed: [{ room, seq: 0, text }],
    facts: translator(editionOfAccount(account, context.brand).lang)('automated.words'),
    initiative: 'own',
    rule: spam && { id: spam.rule, version: spam.version },
    moderator: moderator.id,
  });
}

/** Refusals that last. Others end, such as that of a room in slow mode. */
const FINAL: ChatError[] = ['banned', 'gone', 'body'];

/** Sends a released message. If it cannot be sent for now, it waits again. */
async function send(message: HeldMessage, { context }: ModerationRequest): Promise<void> {
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

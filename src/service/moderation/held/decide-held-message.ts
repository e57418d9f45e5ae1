import { type Kysely, sql } from 'kysely';

import type { ModerationBody } from '../../../contract/moderation/protocol.ts';
import { translator } from '../../../site/i18n/translator.ts';
import { editionOfAccount } from '../../brands/edition-of-account.ts';
import { storeDecision } from '../../chat/moderation/store-decision.ts';
import type { Tables } from '../../database/tables.ts';
import { ModerationRefusal, type ModerationRequest } from '../moderation-request.ts';
import { type HeldMessage, sendReleased } from './send-released.ts';

/**
 * Releases a held message, which is sent now in the name of its sender, or refuses it by a decision that its sender reads.
 * @throws ModerationRefusal `gone` if the sender was banned or has left the room, or without the message; `decided` after a decision;
 * `tooMany` while the room takes no message of the sender, which then waits again; `ownDecision` for a moderator's own message
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
  else await sendReleased(message, request.context);
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
  { id, sender, room, text }: HeldMessage,
  { context, moderator }: ModerationRequest,
): Promise<void> {
  const account = await transaction
    .selectFrom('user')
    .select(['host', 'lang'])
    .where('id', '=', sender)
    .executeTakeFirstOrThrow();
  const { spam } = context.ruleChanges().reasons;
  const decision = await storeDecision(transaction, context, {
    person: sender,
    act: 'remove',
    room,
    removed: [{ room, seq: 0, text }],
    facts: translator(editionOfAccount(account, context.brand).lang)('automated.words'),
    initiative: 'own',
    rule: spam && { id: spam.rule, version: spam.version },
    moderator: moderator.id,
  });
  await transaction.updateTable('heldMessage').set({ decision }).where('id', '=', id).execute();
}

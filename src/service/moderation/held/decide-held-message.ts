import { storeDecision } from '../../chat/moderation/store-decision.ts';
import { transact } from '../../database/after-commit.ts';
import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import { type ModerationHandlers, ModerationRefusal } from '../moderation-request.ts';
import { ruleInForce } from '../rule-in-force.ts';
import { type HeldMessage, sendReleased } from './send-released.ts';

/**
 * Releases a held message, which is sent now in the name of its sender.
 * @throws ModerationRefusal `gone` if the sender was banned or has left the room, or without the message; `decided` after a decision;
 * `tooMany` while the room takes no message of the sender, which then waits again; `ownDecision` for a moderator's own message
 */
export const releaseMessage: ModerationHandlers['releaseMessage'] = async ({ id }, { context, moderator }) => {
  const message = await context.brand.db
    .transaction()
    .execute((transaction) => close(transaction, id, true, moderator.id));
  // Outside of the transaction, because the message is written on a connection of its own.
  await sendReleased(message, context);
};

/**
 * Refuses a held message by a decision that its sender reads.
 * @throws ModerationRefusal `body` without such a rule; `gone`, `decided` and `ownDecision` as `releaseMessage`
 */
export const refuseMessage: ModerationHandlers['refuseMessage'] = async (
  { id, rule, facts },
  { context, moderator, signedIn },
) => {
  const broken = ruleInForce(context, rule);
  await transact(context.brand.db, async (transaction) => {
    const { sender: person, room, text } = await close(transaction, id, false, moderator.id);
    const decision = await storeDecision(transaction, context, {
      person,
      act: 'remove',
      room,
      // It never had a number in its room.
      removed: [{ room, seq: 0, text }],
      facts,
      initiative: 'own',
      rule: broken,
      moderator: moderator.id,
      session: signedIn.session.id,
    });
    await transaction.updateTable('heldMessage').set({ decision }).where('id', '=', id).execute();
  });
};

async function close(transaction: Db, id: string, released: boolean, moderator: string): Promise<HeldMessage> {
  const found = await transaction
    .selectFrom('heldMessage')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ModerationRefusal('gone');
  if (found.decidedAt) throw new ModerationRefusal('decided');
  if (found.sender === moderator) throw new ModerationRefusal('ownDecision');
  await transaction
    .updateTable('heldMessage')
    .set({ released, decidedAt: now, decidedBy: moderator })
    .where('id', '=', id)
    .execute();
  return found;
}

import { sql } from 'kysely';

import { lockRoomsOf, restoreMessages } from '../../chat/messages/remove-messages.ts';
import { type DecisionContext, enqueueDecisionMail } from '../../chat/moderation/decision-mails.ts';
import { afterCommit } from '../../database/after-commit.ts';
import { now } from '../../database/database-now.ts';
import type { Decision } from '../../database/tables/moderation-tables.ts';
import type { Transaction } from '../../database/tables/tables.ts';
import { refuseConflict } from '../access/conflicts.ts';
import { isAboutOther } from '../access/is-about-other.ts';
import { sendReleased } from '../held/send-released.ts';
import { ModerationRefusal, type ModerationRequest } from '../moderation-request.ts';
import { liftBan } from './lift-ban.ts';
import { reopenCase } from './reopen-case.ts';

/** Marks the decision as unread, so that the chat shows the person its outcome. */
export const UNREAD = { readAt: sql<Date>`null` };

/**
 * Locks a decision. Moderators can mend their own, until it is appealed.
 * @throws ModerationRefusal `gone` without it; `ownDecision` if it is about the moderator, if they have a part in its case, and if they made
 * it and it is appealed
 */
export async function lockDecision(
  transaction: Transaction,
  id: string,
  request: ModerationRequest,
): Promise<Decision> {
  const moderator = request.moderator.id;
  const found = await transaction
    .selectFrom('decision')
    .selectAll()
    .select((row) => isAboutOther(row, moderator).as('isAboutOther'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ModerationRefusal('gone');
  if (!found.isAboutOther || (found.appealedAt && found.moderator === moderator))
    throw new ModerationRefusal('ownDecision');
  await refuseConflict(transaction, request, found);
  return found;
}

/**
 * Undoes a locked decision: lifts its ban, mute or limit, brings removed messages back, releases a refused message and reopens a dismissed
 * case. Its strike no longer counts. An appeal that waits is answered with the note. After the commit, the pages of the person and of the rooms show it.
 * @param isMailed whether the person is mailed that it was undone
 * @throws ModerationRefusal `decided` if it was undone before
 */
export async function undoDecision(
  transaction: Transaction,
  context: DecisionContext,
  decision: Decision,
  { by, note, isMailed }: { by: string; note: string; isMailed: boolean },
): Promise<void> {
  const { id, act, person, removed } = decision;
  if (decision.undoneAt) throw new ModerationRefusal('decided');
  await lockRoomsOf(transaction, removed);
  await transaction
    .updateTable('decision')
    .set({
      undoneAt: now,
      undoneBy: by,
      undoNote: note,
      ...UNREAD,
      ...(decision.appealedAt &&
        !decision.answeredAt && { upheld: false, answer: note, answeredAt: now, answeredBy: by }),
    })
    .where('id', '=', id)
    .execute();
  if (isMailed) await enqueueDecisionMail(transaction, context, 'decisionUndone', decision);
  if (act === 'dismiss') await reopenCase(transaction, decision, by);
  if (act === 'ban') await liftBan(transaction, id, person);
  await transaction.deleteFrom('restriction').where('decision', '=', id).execute();
  if (removed.length) await restoreMessages(transaction, context.brand, removed);
  const released = await transaction
    .updateTable('heldMessage')
    .set({ released: true })
    .where('decision', '=', id)
    .where('released', '=', false)
    .returningAll()
    .executeTakeFirst();
  tellAfterCommit(transaction, context, decision);
  // The decision is undone all the same if the message cannot be sent.
  if (released) afterCommit(transaction, () => sendReleased(released, context).catch(ignoreRefusal));
}

/** Has the pages of the person of a decision read the account again. */
export const tellAfterCommit = (
  transaction: Transaction,
  { brand }: DecisionContext,
  { act, person }: Decision,
): void =>
  afterCommit(transaction, () => {
    if (person === null) return;
    brand.events.emit('decided', person);
    if (act === 'mute' || act === 'limit') brand.events.emit('restricted', person);
  });

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ModerationRefusal)) throw error;
}

import { enqueueDecisionMail } from '../../chat/moderation/decision-mails.ts';
import { transact } from '../../database/after-commit.ts';
import { now } from '../../database/database-now.ts';
import { type ModerationHandlers, ModerationRefusal } from '../moderation-request.ts';
import { lockDecision, tellAfterCommit, undoDecision, UNREAD } from './undo-decision.ts';

/**
 * Answers an appeal in writing. If the decision does not stand, it is undone.
 * @throws ModerationRefusal `gone` without an appeal, `decided` after its answer, and as `lockDecision`
 */
export const answerAppeal: ModerationHandlers['answerAppeal'] = ({ decision: id, upheld, answer }, request) =>
  transact(request.context.brand.db, async (transaction) => {
    const { context, moderator } = request;
    const decision = await lockDecision(transaction, id, request);
    if (!decision.appealedAt) throw new ModerationRefusal('gone');
    if (decision.answeredAt) throw new ModerationRefusal('decided');
    await transaction
      .updateTable('decision')
      .set({ upheld, answer, answeredAt: now, answeredBy: moderator.id, ...UNREAD })
      .where('id', '=', id)
      .execute();
    await enqueueDecisionMail(transaction, context, 'appealAnswered', { ...decision, upheld });
    if (upheld) tellAfterCommit(transaction, context, decision);
    else await undoDecision(transaction, context, decision, { by: moderator.id, note: answer, isMailed: false });
  });

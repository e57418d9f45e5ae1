import { transact } from '../../database/after-commit.ts';
import { type ModerationHandlers, ModerationRefusal } from '../moderation-request.ts';
import { lockDecision, undoDecision } from './undo-decision.ts';

/** Undoes the decisions of a session, latest first. Those that the lead may not undo, or another has undone, are left. */
export const undoSession: ModerationHandlers['undoSession'] = async ({ session, note }, request) => {
  const { context, moderator } = request;
  const decisions = await context.brand.db
    .selectFrom('decision')
    .select('id')
    .where('session', '=', session)
    .where('undoneAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute();
  let undone = 0;
  for (const { id } of decisions) {
    try {
      await transact(context.brand.db, async (transaction) => {
        const decision = await lockDecision(transaction, id, request);
        await undoDecision(transaction, context, decision, { by: moderator.id, note, isMailed: true });
      });
      undone += 1;
    } catch (error) {
      if (!(error instanceof ModerationRefusal)) throw error;
    }
  }
  return { undone, left: decisions.length - undone };
};

import { summarizeReports } from '../../chat/moderation/summarize-reports.ts';
import type { Transaction } from '../../database/tables/tables.ts';
import type { Case } from './claim-case.ts';
import { endOfHold } from './read-case.ts';

/** Moves the reports, decisions, escalation and legal hold of a locked case into another locked case, and deletes it. */
export async function mergeCase(transaction: Transaction, from: Case, to: Case): Promise<void> {
  await transaction.updateTable('report').set({ case: to.id }).where('case', '=', from.id).execute();
  await summarizeReports(transaction, to.id);
  await transaction.updateTable('decision').set({ case: to.id }).where('case', '=', from.id).execute();
  await transaction
    .updateTable('moderationCase')
    .set({
      escalation: to.escalation ?? from.escalation,
      escalatedAt: to.escalatedAt ?? from.escalatedAt ?? undefined,
      ...holdOf(to, from),
    })
    .where('id', '=', to.id)
    .execute();
  await transaction.deleteFrom('moderationCase').where('id', '=', from.id).execute();
}

/** The hold of two cases: it lasts until the later end, and both notes stay. */
function holdOf(to: Case, from: Case) {
  const [first, second] = [to, from].filter(({ heldAt }) => heldAt !== null);
  if (!first) return {};
  const ends = [first, second ?? first].map((held) => endOfHold(held) ?? 0);
  return {
    heldAt: first.heldAt ?? undefined,
    heldBy: first.heldBy,
    holdNote: [first.holdNote, second?.holdNote].filter((note) => typeof note === 'string').join(' · '),
    heldUntil: new Date(Math.max(...ends)),
  };
}

import { summarizeReports } from '../../chat/moderation/summarize-reports.ts';
import type { Transaction } from '../../database/tables/tables.ts';
import type { Case } from './claim-case.ts';

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
      ...(!to.heldAt &&
        from.heldAt && {
          heldAt: from.heldAt,
          heldBy: from.heldBy,
          holdNote: from.holdNote,
          ...(from.heldUntil && { heldUntil: from.heldUntil }),
        }),
    })
    .where('id', '=', to.id)
    .execute();
  await transaction.deleteFrom('moderationCase').where('id', '=', from.id).execute();
}

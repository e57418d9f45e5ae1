import type { Me } from '../../../contract/moderation/me.ts';
import { type CaseView, REPORTS_MAX } from '../../../contract/moderation/protocol.ts';
import { focusNextCase } from '../queue.ts';
import { ask } from '../request.ts';
import { status } from '../ui/stage.ts';
import { t } from '../words.ts';
import { actForm } from './act-form.ts';
import { claimLine } from './claim-line.ts';

/** The claim of an undecided case, and the form of the act. @param decided called after the decision */
export function caseWork(view: CaseView, me: Me, decided: () => void) {
  const { case: id, reports } = view;
  const claim = claimLine(id);
  /** Whether the claim must not be given back. */
  let isOver = false;
  const act = actForm(me, view, async (decision) => {
    await ask('decide', { case: id, reports: reports.slice(0, REPORTS_MAX).map((report) => report.id), ...decision });
    isOver = true;
    status.textContent = t('moderation.decided', { text: t(`moderation.act.${decision.act}`) });
    focusNextCase(id);
    decided();
  });
  return {
    claim,
    act,
    /** Keeps the claim when the moderator leaves the view. */
    keepClaim: (): void => {
      isOver = true;
    },
    /** Gives the claim back. */
    leave: (): void => {
      claim.stop();
      // It ends by itself where this fails.
      if (!isOver) void ask('release', { case: id }).catch(() => undefined);
    },
  };
}

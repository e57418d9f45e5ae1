import { button, element } from '../../browser/element.ts';
import { type Me, REPORTS_MAX } from '../../contract/moderation/protocol.ts';
import { blurredTexts } from '../blur.ts';
import { decisionEntry } from '../decision.ts';
import { focusNextCase, listAddress } from '../queue.ts';
import { ask } from '../request.ts';
import { show, status, type View } from '../stage.ts';
import { t } from '../words.ts';
import { accountPart } from './account.ts';
import { actForm } from './act-form.ts';
import { claimLine } from './claim-line.ts';
import { escalationPart, holdPart } from './escalation.ts';
import { peopleOf } from './people.ts';
import { reportArticle } from './report.ts';

/** Claims a case and shows it: what its reporters saw, what was decided before, and the form of the act. */
export async function caseView(id: string, me: Me): Promise<View> {
  const view = await ask('claim', { case: id });
  const claim = claimLine(id);
  const texts = blurredTexts();
  const people = peopleOf(id, claim.prolonged);
  /** Whether the claim must not be given back. */
  let isOver = false;
  const back = (): void => {
    location.hash = listAddress();
  };
  const act = actForm(me, view.reports.find(({ rule }) => rule)?.rule?.id, async (decision) => {
    await ask('decide', {
      case: id,
      reports: view.reports.slice(0, REPORTS_MAX).map((report) => report.id),
      ...decision,
    });
    isOver = true;
    status.textContent = t('moderation.decided', { text: t(`moderation.act.${decision.act}`) });
    focusNextCase(id);
    back();
  });
  const showAgain = (): void => {
    isOver = true;
    void show(() => caseView(id, me));
  };
  const [summary, details] = [element('div'), element('div')];
  summary.append(
    accountPart(view, showAgain),
    ...view.reports.map((report) => reportArticle(report, { me, person: people.person, text: texts.text })),
  );
  details.append(
    act.form,
    // Before the list of authorities, which is long.
    holdPart(view, me, claim.prolonged),
    escalationPart(view, claim.prolonged),
    ...(view.decisions.length
      ? [
          element(
            'section',
            { class: 'panel' },
            element('h3', {}, t('moderation.before')),
            ...view.decisions.map((entry) => decisionEntry(entry, me)),
          ),
        ]
      : []),
  );
  const content = element('div', { class: 'case', input: claim.typed }, summary, details);
  return {
    title: t('moderation.case'),
    content: [
      element(
        'div',
        { class: 'buttons' },
        button(t('moderation.back'), back, { class: 'button quiet', 'aria-keyshortcuts': 'Escape' }),
        texts.switchButton,
        people.controls,
      ),
      claim.line,
      content,
    ],
    keys: [{ key: 'Escape', label: t('moderation.back'), act: back }, texts.shortcut, people.shortcut, ...act.keys],
    leave: () => {
      claim.stop();
      // It ends by itself where this fails.
      if (!isOver) void ask('release', { case: id }).catch(() => undefined);
    },
  };
}

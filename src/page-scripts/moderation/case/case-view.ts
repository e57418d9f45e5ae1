import { button, element } from '../../../browser/element.ts';
import type { Me } from '../../../contract/moderation/me.ts';
import type { CaseView } from '../../../contract/moderation/protocol.ts';
import { decisionEntry } from '../decision.ts';
import { listAddress } from '../list-address.ts';
import { ask, Refusal } from '../request.ts';
import { blurredTexts } from '../ui/blurred-texts.ts';
import { show, type View } from '../ui/stage.ts';
import { t } from '../words.ts';
import { accountPart } from './account.ts';
import { caseWork } from './case-work.ts';
import { escalationPart } from './escalation.ts';
import { holdPart } from './hold.ts';
import { peopleOf } from './people.ts';
import { reportArticle } from './report-article.ts';

/**
 * Claims a case and shows it: what its reporters saw, what was decided before, and the form of the act. A decided case has no claim and
 * no such form.
 */
export async function caseView(id: string, me: Me, takeOver?: true): Promise<View> {
  const back = (): void => {
    location.hash = listAddress();
  };
  const view = await ask('claim', { case: id, takeOver }).catch(noClaimOfLead(me));
  if (!view) return claimedView(back, () => void show(() => caseView(id, me, true)));
  const work = view.isDecided ? undefined : caseWork(view, me, back);
  const prolonged = (): void => work?.claim.prolonged();
  const texts = blurredTexts();
  const people = peopleOf(view, prolonged);
  const showAgain = (): void => {
    work?.keepClaim();
    void show(() => caseView(id, me));
  };
  const summary = element(
    'div',
    {},
    ...accountPart(view, showAgain),
    ...view.reports.map((report) =>
      reportArticle(report, { me, person: people.person, text: texts.text, canRemove: !view.isDecided }),
    ),
  );
  const details = element(
    'div',
    {},
    work?.act.form,
    conflictsPart(view),
    // Before the list of authorities, which is long.
    holdPart(view, me, prolonged),
    work && escalationPart(view, prolonged),
    view.decisions.length > 0 &&
      element(
        'section',
        { class: 'panel' },
        element('h3', {}, t('moderation.before')),
        ...view.decisions.map((entry) => decisionEntry(entry, me)),
      ),
  );
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
      work?.claim.line ?? element('p', { class: 'quiet' }, t('moderationErrors.decided')),
      element('div', { class: 'case', input: work?.claim.typed }, summary, details),
    ],
    keys: [
      { key: 'Escape', label: t('moderation.back'), act: back },
      texts.shortcut,
      ...people.shortcuts,
      ...(work?.act.keys ?? []),
    ],
    leave: work?.leave,
  };
}

/** @returns undefined where a lead can take the case over */
const noClaimOfLead =
  ({ role }: Me) =>
  (error: unknown): undefined => {
    if (role !== 'lead' || !(error instanceof Refusal) || error.code !== 'claimed') throw error;
  };

/** A case that another moderator has claimed, for a lead. */
const claimedView = (back: () => void, takeOver: () => void): View => ({
  title: t('moderation.case'),
  content: [
    element('p', {}, t('moderationErrors.claimed')),
    element(
      'div',
      { class: 'buttons' },
      button(t('moderation.back'), back, { class: 'button quiet', 'aria-keyshortcuts': 'Escape' }),
      button(t('moderation.takeOver'), takeOver, { class: 'button' }),
    ),
  ],
  keys: [{ key: 'Escape', label: t('moderation.back'), act: back }],
});

/** Moderators who may not judge the case, and why. */
const conflictsPart = ({ conflicts = [] }: CaseView): HTMLElement | false =>
  conflicts.length > 0 &&
  element(
    'section',
    { class: 'panel' },
    element('h3', {}, t('moderation.conflicts')),
    element(
      'ul',
      {},
      ...conflicts.map(({ name, why }) =>
        element(
          'li',
          {},
          element('strong', { dir: 'auto' }, name),
          `: ${why.map((conflict) => t(`moderation.conflict.${conflict}`)).join('; ')}`,
        ),
      ),
    ),
  );

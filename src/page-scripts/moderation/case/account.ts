import { element } from '../../../browser/element.ts';
import type { CaseView } from '../../../contract/moderation/protocol.ts';
import { ask } from '../request.ts';
import { signalBadges } from '../ui/badge.ts';
import { form, nicknameField, textOf } from '../ui/form.ts';
import { formatEnd, formatTime, t } from '../words.ts';

/** The signals of the case, the facts of the reported account, and, as long as it is unknown, the form that names the person. */
export function accountPart(view: CaseView, showAgain: () => void): HTMLElement[] {
  const { case: id, account, identified, isDecided, signals } = view;
  if (!signals.length && !identified && isDecided) return [];
  return [
    element(
      'section',
      { class: 'panel' },
      signals.length > 0 && element('p', {}, ...signalBadges(signals)),
      identified && element('p', {}, account ? factsOf(account).join(' · ') : t('moderation.noAccount')),
      !identified && !isDecided && identifyForm(id, showAgain),
    ),
  ];
}

function factsOf({ since, strikes, ...ends }: NonNullable<CaseView['account']>): string[] {
  const acts = [
    ['ban', ends.bannedUntil],
    ['mute', ends.mutedUntil],
    ['limit', ends.limitedUntil],
  ] as const;
  return [
    t('moderation.accountSince', { date: formatTime(since) }),
    t('moderation.strikes', { count: strikes }),
    ...acts.flatMap(([act, until]) =>
      until !== null && until > Date.now() ? [`${t(`moderation.act.${act}`)} ${formatEnd(until)}`] : [],
    ),
  ];
}

/** Names the person that a form report is about. */
const identifyForm = (id: string, showAgain: () => void): HTMLElement =>
  form({
    fields: [nicknameField(t('moderation.identify'))],
    label: t('moderation.save'),
    submit: async (fields) => {
      const found = await ask('identify', { case: id, nickname: textOf(fields, 'nickname') });
      // The reports may belong to another case now.
      if (found.case === id) showAgain();
      else location.hash = `#case/${found.case}`;
    },
  });

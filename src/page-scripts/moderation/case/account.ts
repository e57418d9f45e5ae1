import { element } from '../../../browser/element.ts';
import type { CaseView } from '../../../contract/moderation/protocol.ts';
import { ask } from '../request.ts';
import { badge, spaced } from '../ui/badge.ts';
import { field, form, textOf } from '../ui/form.ts';
import { formatEnd, formatTime, t } from '../words.ts';

/** The signals of the case, the facts of the reported account, and, as long as it is unknown, the form that names the person. */
export function accountPart(view: CaseView, showAgain: () => void): HTMLElement[] {
  const { case: id, account, identified, isDecided, signals } = view;
  const parts = [
    ...(signals.length
      ? [
          element(
            'p',
            {},
            ...spaced(
              signals.map((signal) => badge(t(`moderation.signal.${signal}`), signal === 'life' || signal === 'child')),
            ),
          ),
        ]
      : []),
    ...(identified
      ? [element('p', {}, account ? factsOf(account).join(' · ') : t('moderation.noAccount'))]
      : isDecided
        ? []
        : [identifyForm(id, showAgain)]),
  ];
  return parts.length ? [element('section', { class: 'panel' }, ...parts)] : [];
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
    fields: [
      field(
        t('moderation.identify'),
        element('input', { name: 'nickname', required: true, autocomplete: 'off' }),
        t('moderation.nicknameHint'),
      ),
    ],
    label: t('moderation.save'),
    submit: async (fields) => {
      const found = await ask('identify', { case: id, nickname: textOf(fields, 'nickname') });
      // The reports may belong to another case now.
      if (found.case === id) showAgain();
      else location.hash = `#case/${found.case}`;
    },
  });

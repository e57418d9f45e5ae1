import { element } from '../../browser/element.ts';
import type { CaseView } from '../../contract/moderation/protocol.ts';
import { badge, spaced } from '../badge.ts';
import { field, form, textOf } from '../form.ts';
import { ask } from '../request.ts';
import { formatEnd, formatTime, t } from '../words.ts';

/** The facts of the reported account, and the signals of the case. */
export function accountPart({ case: id, account, identified, signals }: CaseView, showAgain: () => void): HTMLElement {
  return element(
    'section',
    { class: 'panel' },
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
    element('p', {}, account ? factsOf(account).join(' · ') : t('moderation.noAccount')),
    ...(identified ? [] : [identifyForm(id, showAgain)]),
  );
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

import { element } from '../../browser/element.ts';
import type { Me } from '../../contract/moderation/me.ts';
import type { AppealEntry } from '../../contract/moderation/protocol.ts';
import { caseLink, decisionFacts } from './decision.ts';
import { ask } from './request.ts';
import { choice, field, form, textOf } from './ui/form.ts';
import { listKeys, removeItem } from './ui/list.ts';
import { stage, status, type View } from './ui/stage.ts';
import { t } from './words.ts';

/** The appeals that wait for an answer. */
export async function appealsView(me: Me): Promise<View> {
  const { entries } = await ask('appeals', {});
  const list = element('ol', { class: 'entries' });
  list.append(
    ...entries.map((entry) => element('li', {}, decisionFacts(entry, me), ...caseLink(entry), answerPart(entry, list))),
  );
  return {
    title: t('moderation.tab.appeals'),
    content: [entries.length ? list : element('p', {}, t('moderation.nothing'))],
    keys: listKeys(list),
    focus: list.querySelector('summary') ?? undefined,
  };
}

function answerPart({ id, answeredBy }: AppealEntry, list: HTMLElement): HTMLElement {
  if (answeredBy !== 'viewer')
    return element(
      'p',
      { class: 'quiet' },
      t(answeredBy === 'other' ? 'moderationErrors.ownDecision' : 'moderation.noOther'),
    );
  const summary = element('summary', { 'data-item': true }, t('moderation.answer'));
  const outcome = (value: string, label: string): HTMLElement =>
    choice({ type: 'radio', name: 'upheld', value, required: true }, label);
  return element(
    'details',
    {},
    summary,
    form({
      fields: [
        element(
          'fieldset',
          {},
          element('legend', {}, t('moderation.outcome')),
          outcome('yes', t('moderation.stands')),
          outcome('no', t('moderation.overturned')),
        ),
        field(
          t('moderation.answerText'),
          element('textarea', { name: 'answer', required: true, rows: '4' }),
          t('moderation.shown'),
        ),
      ],
      label: t('moderation.sendAnswer'),
      submit: async (fields) => {
        await ask('answerAppeal', {
          decision: id,
          upheld: fields.get('upheld') === 'yes',
          answer: textOf(fields, 'answer'),
        });
        removeItem(list, summary, stage.querySelector('h2')!);
        status.textContent = t('moderation.answered');
      },
    }),
  );
}

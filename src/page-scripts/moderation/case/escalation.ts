import { element } from '../../../browser/element.ts';
import type { Me } from '../../../contract/moderation/me.ts';
import { type Authority, type CaseView, type Escalation, ESCALATIONS } from '../../../contract/moderation/protocol.ts';
import { ask } from '../request.ts';
import { alertLine, attempt, field, form, select, textOf } from '../ui/form.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { countryName, lang, t, time } from '../words.ts';

/** The escalation of a case, with the authorities to turn to. */
export function escalationPart(view: CaseView, prolonged: () => void): HTMLElement {
  const list = element('div');
  const line = alertLine();
  const showAuthorities = (escalation: Escalation | null): void => {
    list.replaceChildren();
    if (!escalation) return;
    void attempt(line, async () => {
      const { authorities } = await ask('authorities', {});
      list.replaceChildren(authorityList(authorities.filter((each) => each.escalation === escalation)));
    });
  };
  showAuthorities(view.escalation);
  return element(
    'details',
    { class: 'panel', open: view.escalation !== null },
    element('summary', {}, t('moderation.escalation')),
    form({
      fields: [
        field(
          t('moderation.escalate'),
          select(
            'escalation',
            [
              ['', t('moderation.none')],
              ...ESCALATIONS.map((each): [string, string] => [each, t(`moderation.signal.${each}`)]),
            ],
            view.escalation ?? '',
          ),
        ),
      ],
      label: t('moderation.save'),
      submit: async (fields) => {
        const escalation = (textOf(fields, 'escalation') || null) as Escalation | null;
        await ask('escalate', { case: view.case, escalation });
        prolonged();
        showAuthorities(escalation);
      },
    }),
    line,
    list,
  );
}

const authorityList = (authorities: Authority[]): HTMLElement =>
  element(
    'ul',
    { class: 'authorities' },
    ...authorities
      .map((authority) => ({ ...authority, country: countryName(authority.country) }))
      .toSorted((one, other) => one.country.localeCompare(other.country, lang))
      .map(({ country, name, phone, url }) =>
        element(
          'li',
          {},
          element('strong', {}, country),
          ` · ${name}`,
          ...(phone ? [' · ', element('a', { href: `tel:${phone.replaceAll(/[^+\d]/g, '')}` }, phone)] : []),
          ...(url ? [' · ', element('a', { href: url, rel: 'noreferrer', target: '_blank' }, new URL(url).host)] : []),
        ),
      ),
  );

/** The legal hold of a case. A lead alone can end it. */
export function holdPart(view: CaseView, me: Me, prolonged: () => void): HTMLElement {
  const box = element('details', { class: 'panel', open: view.hold !== null });
  const showHold = (hold: CaseView['hold']): void => {
    const isOn = hold !== null;
    box.replaceChildren(
      element('summary', {}, t('moderation.hold')),
      element('p', {}, t(isOn ? 'moderation.holdOn' : 'moderation.holdOff')),
      ...(hold ? [element('p', { class: 'quiet' }, time(hold.at), ` · ${hold.note}`)] : []),
      ...(isOn && me.role !== 'lead' ? [] : [holdForm(isOn)]),
    );
  };
  const holdForm = (isOn: boolean): HTMLElement =>
    form({
      fields: [field(t('moderation.note'), element('textarea', { name: 'note', required: true, rows: '2' }))],
      label: t(isOn ? 'moderation.endHold' : 'moderation.setHold'),
      submit: async (fields) => {
        const note = textOf(fields, 'note');
        await ask('hold', { case: view.case, on: !isOn, note });
        prolonged();
        showHold(isOn ? null : { note, at: Date.now() });
        keepFocus(box.querySelector('summary')!);
      },
    });
  showHold(view.hold);
  return box;
}

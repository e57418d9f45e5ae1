import { element } from '../../../browser/element.ts';
import { type Authority, type CaseView, type Escalation, ESCALATIONS } from '../../../contract/moderation/protocol.ts';
import { ask } from '../request.ts';
import { alertLine, attempt, field, form, select, textOf } from '../ui/form.ts';
import { countryName, lang, t } from '../words.ts';

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

import { button, element } from '../../../browser/element.ts';
import type { CaseView } from '../../../contract/moderation/protocol.ts';
import { ask } from '../request.ts';
import { alertLine, attempt } from '../ui/form.ts';
import { t } from '../words.ts';

/** People of a case: numbers, until the moderator asks for their names, which is logged. */
export function peopleOf(view: CaseView, prolonged: () => void) {
  const shown: [number, HTMLElement][] = [];
  const line = alertLine();
  const showNames = (): Promise<unknown> =>
    attempt(line, async () => {
      const { names } = await ask('names', { case: view.case });
      prolonged();
      for (const [number, place] of shown) {
        const name = names[number];
        if (name !== undefined) place.textContent = number === 1 ? `${name} (${labelOf(1)})` : name;
      }
      namesButton.remove();
    });
  const namesButton = button(t('moderation.showNames'), showNames, { class: 'button quiet', 'aria-keyshortcuts': 'p' });
  const controls = element('div', {}, hasPeople(view) && namesButton, line);
  return {
    /** The number or name of a person. */
    person: (number: number | null): HTMLElement => {
      const place = element('strong', { dir: 'auto' }, labelOf(number));
      if (number !== null) shown.push([number, place]);
      return place;
    },
    controls,
    /** The key of the names; none in a case without people. */
    shortcuts: hasPeople(view)
      ? [{ key: 'p', label: t('moderation.showNames'), act: () => namesButton.isConnected && namesButton.click() }]
      : [],
  };
}

/** Whether a case has a person with a number. A form report may name no account. */
const hasPeople = ({ identified, reports }: CaseView): boolean =>
  identified ||
  reports.some(({ reporter, messages }) => reporter !== null || messages.some(({ person }) => person !== null));

function labelOf(number: number | null): string {
  if (number === null) return t('moderation.deletedAccount');
  return number === 1 ? t('moderation.reported') : t('moderation.personNumber', { count: number });
}

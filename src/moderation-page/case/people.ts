import { button, element } from '../../browser/element.ts';
import { alertLine, attempt } from '../form.ts';
import type { Shortcut } from '../keys.ts';
import { ask } from '../request.ts';
import { t } from '../words.ts';

/** People of a case: numbers, until the moderator asks for their names, which is logged. */
export function peopleOf(
  id: string,
  prolonged: () => void,
): {
  /** The number or name of a person. */
  person: (number: number | null) => HTMLElement;
  controls: HTMLElement;
  shortcut: Shortcut;
} {
  const shown: [number, HTMLElement][] = [];
  const line = alertLine();
  const showNames = (): Promise<unknown> =>
    attempt(line, async () => {
      const { names } = await ask('names', { case: id });
      prolonged();
      for (const [number, place] of shown) {
        const name = names[number];
        if (name !== undefined) place.textContent = number === 1 ? `${name} (${labelOf(1)})` : name;
      }
      controls.firstElementChild!.remove();
    });
  const controls = element(
    'div',
    {},
    button(t('moderation.showNames'), showNames, { class: 'button quiet', 'aria-keyshortcuts': 'p' }),
    line,
  );
  return {
    person: (number) => {
      const place = element('strong', { dir: 'auto' }, labelOf(number));
      if (number !== null) shown.push([number, place]);
      return place;
    },
    controls,
    shortcut: { key: 'p', label: t('moderation.showNames'), act: () => controls.querySelector('button')?.click() },
  };
}

function labelOf(number: number | null): string {
  if (number === null) return t('moderation.deletedAccount');
  return number === 1 ? t('moderation.reported') : t('moderation.personNumber', { count: number });
}

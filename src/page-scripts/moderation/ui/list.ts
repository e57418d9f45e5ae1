import { element } from '../../../browser/element.ts';
import { t } from '../words.ts';
import { keepFocus } from './keep-focus.ts';
import type { Shortcut } from './keys.ts';

const ITEMS = '[data-item]';

const itemsIn = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(ITEMS)];

/** The item with the focus, or that contains it. */
export const currentItem = (list: Element): HTMLElement | undefined =>
  itemsIn(list).find((item) => item.contains(document.activeElement));

/** Keys that move the focus among the items of a list, which have the attribute `data-item`. */
export function listKeys(list: Element): Shortcut[] {
  const move = (step: 1 | -1): void => {
    const items = itemsIn(list);
    const now = items.findIndex((item) => item.contains(document.activeElement));
    const next = now < 0 ? 0 : Math.min(Math.max(now + step, 0), items.length - 1);
    items[next]?.focus();
  };
  return [
    { key: 'j', label: t('moderation.key.next'), act: () => move(1) },
    { key: 'k', label: t('moderation.key.previous'), act: () => move(-1) },
    { key: 'ArrowDown', label: t('moderation.key.next'), act: () => move(1) },
    { key: 'ArrowUp', label: t('moderation.key.previous'), act: () => move(-1) },
  ];
}

/** Removes an item that is done, and moves its focus to the next, or to an element where none is left. */
export function removeItem(list: Element, item: HTMLElement, otherwise: HTMLElement): void {
  const items = itemsIn(list);
  const index = items.indexOf(item);
  const next = items[index + 1] ?? items[index - 1];
  item.closest('li')!.remove();
  if (!list.children.length) list.replaceWith(element('p', {}, t('moderation.nothing')));
  keepFocus(next ?? otherwise);
}

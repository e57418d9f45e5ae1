import { element } from '../../../browser/element.ts';

/** A word that stands out. */
export const badge = (text: string, isStrong = false): HTMLElement =>
  element('span', { class: isStrong ? 'badge strong' : 'badge' }, text);

/** Puts spaces between elements, for screen readers and for line breaks. */
export const spaced = (elements: HTMLElement[]): (Node | string)[] => elements.flatMap((each) => [each, ' ']);

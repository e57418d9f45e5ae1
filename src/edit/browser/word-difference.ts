import { diffWordsWithSpace } from 'diff';

import { element, hiddenText } from '../../browser/element.ts';

/** Characters of unchanged text that stay on each side of a change. */
const CONTEXT = 60;

/** The words that differ between two texts, marked for the eye and for screen readers, with some text around them. */
export function wordDifference(before: string, after: string): Node[] {
  const parts = diffWordsWithSpace(before, after);
  return parts.map(({ value, added, removed }, index) => {
    if (added) return element('ins', {}, hiddenText(' added: '), value, hiddenText(', '));
    if (removed) return element('del', {}, hiddenText(' removed: '), value, hiddenText(', '));
    return document.createTextNode(shorten(value, index > 0, index < parts.length - 1));
  });
}

/** Leaves out the middle of an unchanged text, or the end that touches no change, between words. A text without a change stays whole. */
function shorten(text: string, hasChangeBefore: boolean, hasChangeAfter: boolean): string {
  const [head, tail] = [hasChangeBefore ? CONTEXT : 0, hasChangeAfter ? CONTEXT : 0];
  if ((!head && !tail) || text.length <= head + tail + 20) return text;
  const start = text.slice(0, head).replace(/\S{1,20}$/, '');
  const end = text.slice(text.length - tail).replace(/^\S{1,20}/, '');
  return `${start}…${tail ? end : ''}`;
}

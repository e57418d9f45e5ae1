import { button, element } from '../../../browser/element.ts';
import type { Conflict } from '../../protocol.ts';
import { ask, labelled } from '../ask.ts';
import { wordDifference } from '../word-difference.ts';
import { nameOf } from './language-fields.ts';

/**
 * Shows texts that were changed on disk since the page showed them, each with what was changed there and what was changed here, and a field
 * for what is to be saved. Undefined: do not save yet.
 * @returns the text to save for each conflict
 */
export async function askToMerge(conflicts: Conflict[]): Promise<string[] | undefined> {
  const answer = await ask({
    title: 'Changed on disk since you opened it',
    body: [
      element('p', {}, 'Nothing is saved yet. For each text, choose a version or write it together.'),
      ...conflicts.map((conflict, index) =>
        element(
          'section',
          { class: 'merge' },
          element('h3', {}, nameOf(conflict.lang), ' ', element('code', {}, conflict.file)),
          ...(conflict.mine === undefined ? noticeOf(conflict) : mergeFields(conflict, index)),
        ),
      ),
    ],
    action: 'Save these texts',
  });
  return answer && conflicts.map((_, index) => String(answer.get(`merged-${index}`) ?? '').replaceAll('\r\n', '\n'));
}

/** An edit without a text, such as a move, needs no more than to be told of the change on disk. */
const noticeOf = ({ base = '', theirs = '', lang }: Conflict): HTMLElement[] => [
  element('p', { lang, class: 'difference' }, ...wordDifference(base, theirs)),
  element('p', {}, 'What you do with the block is done with this text.'),
];

function mergeFields({ base = '', theirs = '', mine = '', lang }: Conflict, index: number): HTMLElement[] {
  const merged = element('textarea', {
    name: `merged-${index}`,
    rows: '5',
    lang,
    'aria-label': `${nameOf(lang)}, to be saved`,
  });
  merged.value = mine;
  const choices = [
    version('On disk', base, theirs, lang, merged),
    version('Yours', base, mine, lang, merged),
    version('Before both', base, base, lang, merged),
  ];
  return [element('div', { class: 'versions' }, ...choices), labelled('To be saved', merged)];
}

/** A version with its differences from the text that both began with, and a button that takes it. */
function version(label: string, base: string, text: string, lang: string, merged: HTMLTextAreaElement): HTMLElement {
  const take = button(`Take “${label}”`, () => {
    merged.value = text;
    merged.focus();
  });
  return element(
    'div',
    {},
    element('h4', {}, label),
    element('p', { lang, class: 'difference' }, ...wordDifference(base, text)),
    take,
  );
}

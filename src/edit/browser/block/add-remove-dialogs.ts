import { element } from '../../../browser/element.ts';
import { ask, labelled } from '../ask.ts';
import { type Language, meaningFields, meaningOf, type Readers } from './meaning.ts';

/** An input for an id, as in `{#adults-only}`. The browser adds the title to its message about another id. */
export const idInput = (): HTMLInputElement =>
  element('input', {
    name: 'id',
    pattern: '[a-z0-9]+(-[a-z0-9]+)*',
    title: 'Lower-case letters, digits and hyphens',
    required: true,
    autocomplete: 'off',
  });

/**
 * Asks for a new block: its text in the language of the original, and for a rule or section its id.
 * @param readers who is told of it; undefined for a text without a history
 */
export async function askForBlock({ lang, name }: Language, isNamed: boolean, readers: Readers | undefined) {
  const id = idInput();
  const text = element('textarea', { name: 'text', rows: '4', required: true, autofocus: true, lang });
  let isOwnId = false;
  id.addEventListener('input', () => (isOwnId = true));
  text.addEventListener('input', () => {
    if (!isOwnId) id.value = idFor(text.value);
  });
  const answer = await ask({
    title: 'Add a block below this one',
    body: [
      labelled(`Text in ${name}`, text, 'The other languages start with it, marked as older than it.'),
      ...(isNamed ? [idField('Id', id)] : []),
      ...(readers ? [meaningFields({ ...readers, changeOfToday: undefined })] : []),
    ],
    action: 'Add and translate',
  });
  if (!answer) return undefined;
  return {
    text: String(answer.get('text')).replaceAll('\r\n', '\n'),
    ...(isNamed && { id: String(answer.get('id')) }),
    ...(readers && { meaning: meaningOf(answer, readers.languages) }),
  };
}

export const idField = (label: string, id: HTMLInputElement): HTMLElement =>
  labelled(label, id, 'Links, reports and translations know the block by it. It never changes.');

/** The words of a title as an id. */
export function idFor(text: string): string {
  const [, title = ''] = /^(?:#+\s*|\*\*)?([^*\n]+)/.exec(text.trim()) ?? [];
  return joinWords(title, 6);
}

/** The first words of a text in ASCII, with hyphens between them. */
export function joinWords(text: string, max: number): string {
  const words = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[’']|\p{M}/gu, '');
  return (words.match(/[a-z0-9]+/g) ?? []).slice(0, max).join('-');
}

/**
 * Asks whether a block goes, and tells what that means.
 * @param readers who is told of it; undefined for a text without a history
 */
export async function askToRemove(title: string, count: number, readers: Readers | undefined) {
  const answer = await ask({
    title: `Remove “${title}”?`,
    body: [
      element('p', {}, `It goes from the text in all ${count} languages. “Undo save” brings it back.`),
      ...(readers
        ? [element('p', {}, 'Links to it are reported as dead. Its id is not used again.'), meaningFields(readers)]
        : []),
    ],
    action: 'Remove',
    isDanger: true,
  });
  return answer && (readers ? { meaning: meaningOf(answer, readers.languages) } : {});
}

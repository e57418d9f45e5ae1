import { element } from '../../../browser/element.ts';
import type { Edit } from '../../protocol.ts';
import { ask, labelled } from '../ask.ts';
import { idField, idFor, idInput } from './add-remove-dialogs.ts';
import type { Language } from './meaning.ts';
import { matchingPlace, nearestPlace, splitPlaces } from './split-places.ts';

/** A language with the text of its field. */
type LanguageText = Language & { text: string };

/**
 * Asks where a block is split in each language.
 * @param texts the original first
 * @param cursor the place in one of the languages that the others start from
 * @param name what the block is; a section needs a title, and a paragraph no id
 */
export async function askToSplit(
  texts: LanguageText[],
  cursor: { lang: string; offset: number },
  name: 'paragraph' | 'rule' | 'section',
): Promise<Pick<Extract<Edit, { type: 'split' }>, 'at' | 'id' | 'titles'> | undefined> {
  const original = texts.find(({ lang }) => lang === cursor.lang) ?? texts[0]!;
  const isNamed = name !== 'paragraph';
  const start = nearestPlace(splitPlaces(original.text), cursor.offset);
  const id = idInput();
  const titles = name === 'section' ? titleFields(texts, id) : [];
  const answer = await ask({
    title: 'Split the block',
    body: [
      element('p', {}, 'Move each slider to the word that begins the second block.'),
      ...titles,
      ...(isNamed ? [idField('Id of the second block', id)] : []),
      ...texts.map((language) =>
        placeChooser(language, language === original ? start : matchingPlace(original, start, language)),
      ),
    ],
    action: 'Split',
  });
  if (!answer) return undefined;
  const at = texts.map(({ lang, text }) => [lang, splitPlaces(text)[Number(answer.get(`at-${lang}`))] ?? text.length]);
  const titled = texts.map(({ lang }) => [lang, String(answer.get(`title-${lang}`)).trim()] as const);
  return {
    at: Object.fromEntries(at),
    ...(isNamed && { id: String(answer.get('id')) }),
    ...(titles.length && { titles: Object.fromEntries(titled.filter(([, title]) => title)) }),
  };
}

/** Fields for the title of the second section. That of the original makes its id. */
function titleFields(texts: LanguageText[], id: HTMLInputElement): HTMLElement[] {
  return texts.map(({ lang, name }, index) => {
    const isOriginal = index === 0;
    const suggest = (): void => {
      if (isOriginal) id.value = idFor(title.value);
    };
    const title = element('input', { name: `title-${lang}`, lang, required: isOriginal, input: suggest });
    return labelled(
      `Title in ${name}`,
      title,
      isOriginal ? 'Languages without a title get this, marked as stale.' : '',
    );
  });
}

/** A slider over the places of a text, with the two halves below. */
function placeChooser({ lang, name, text }: LanguageText, start: number): HTMLElement {
  const places = splitPlaces(text);
  const first = element('span', {});
  const second = element('strong', {});
  const slider = element('input', {
    type: 'range',
    name: `at-${lang}`,
    min: '0',
    max: String(Math.max(0, places.length - 1)),
    value: String(Math.max(0, places.indexOf(start))),
    input: () => show(),
  });
  const show = (): void => {
    const place = places[Number(slider.value)] ?? text.length;
    first.textContent = text.slice(0, place);
    second.textContent = text.slice(place);
    slider.setAttribute('aria-valuetext', `before “${text.slice(place, place + 30)}”`);
  };
  show();
  return element(
    'div',
    { class: 'split' },
    labelled(name, slider),
    element('p', { lang }, first, element('span', { class: 'cut', 'aria-hidden': 'true' }, ' ✂ '), second),
  );
}

import { element } from '../../../browser/element.ts';
import type { NotedChange } from '../../protocol.ts';
import { ask, labelled } from '../ask.ts';

export interface Language {
  lang: string;
  name: string;
}

/** Who is told of a change of meaning, in the languages of the text; that of the original is the first. */
export interface Readers {
  languages: Language[];
  /** First day on which the change may be in force. */
  today: string;
  /** A change of the same block and day, whose place this one takes. */
  changeOfToday?: NotedChange | undefined;
}

/** What readers are told of a change of meaning. */
export interface Meaning {
  note: Record<string, string>;
  inForce: string;
  important: boolean;
}

/**
 * Asks whether a change corrects the wording or changes what a rule says. Undefined: do not save yet.
 * @param untouched languages whose text was not touched while that in the source language has changed
 * @returns for a correction, the languages whose text stays right although the original has changed
 */
export async function askForMeaning(
  readers: Readers,
  untouched: Language[],
): Promise<{ meaning: Meaning } | { accepted: string[] } | undefined> {
  const details = meaningFields(readers);
  details.hidden = true;
  details.disabled = true;
  const choose = (isMeaning: boolean): void => {
    details.hidden = !isMeaning;
    details.disabled = !isMeaning;
    keep.hidden = isMeaning || !untouched.length;
  };
  const keep = keepField(untouched);
  const answer = await ask({
    title: 'A typo, or a change of meaning?',
    body: [
      choice(
        'typo',
        'A typo',
        'Spelling or wording. What the rule says stays the same; readers are told nothing.',
        () => choose(false),
      ),
      keep,
      choice('meaning', 'A change of meaning', 'Readers are told: on the page, in the chat, in the feed.', () =>
        choose(true),
      ),
      details,
    ],
    action: 'Save',
  });
  if (!answer) return undefined;
  if (answer.get('kind') === 'typo') return { accepted: answer.get('keep') ? untouched.map(({ lang }) => lang) : [] };
  return { meaning: meaningOf(answer, readers.languages) };
}

/** What was entered into the fields of a change of meaning. */
export function meaningOf(answer: FormData, languages: Language[]): Meaning {
  const notes = languages.map(({ lang }) => [lang, String(answer.get(`note-${lang}`)).trim()] as const);
  return {
    note: Object.fromEntries(notes.filter(([, note]) => note)),
    inForce: String(answer.get('inForce')),
    important: answer.get('important') !== null,
  };
}

function choice(value: string, label: string, hint: string, change: () => void): HTMLElement {
  const radio = element('input', { type: 'radio', name: 'kind', value, required: true, change });
  return element('label', { class: 'choice' }, radio, element('span', {}, element('strong', {}, label), ` ${hint}`));
}

function keepField(untouched: Language[]): HTMLElement {
  const names = untouched.map(({ name }) => name).join(', ');
  const box = element('input', { type: 'checkbox', name: 'keep' });
  return element('label', { class: 'choice inner', hidden: true }, box, element('span', {}, `Still right: ${names}`));
}

/** The sentence for readers, the day in force and the mail: at first those of a change of today, which this one includes. */
export function meaningFields({ languages, today, changeOfToday }: Readers): HTMLFieldSetElement {
  const { note = {}, inForce = today, important = false } = changeOfToday ?? {};
  const hint = changeOfToday
    ? 'Readers are told of all changes of today together. Say them in one sentence.'
    : 'A sentence that tells readers what changes: “The age limit is now 21.”';
  const [source, ...others] = languages.map(({ lang, name }, index) =>
    labelled(
      `Note in ${name}`,
      element('input', { name: `note-${lang}`, lang, required: index === 0, maxlength: '300', value: note[lang] }),
      index === 0 ? hint : '',
    ),
  );
  const isOpen = languages.slice(1).some(({ lang }) => note[lang] !== undefined);
  return element(
    'fieldset',
    {},
    element('legend', { class: 'visually-hidden' }, 'What readers are told'),
    source!,
    element(
      'details',
      { open: isOpen },
      element('summary', {}, 'Notes in other languages (they can follow later)'),
      ...others,
    ),
    labelled(
      'In force from',
      element('input', { type: 'date', name: 'inForce', value: inForce, min: today, required: true }),
    ),
    element(
      'label',
      { class: 'choice' },
      element('input', { type: 'checkbox', name: 'important', checked: important }),
      element('span', {}, element('strong', {}, 'Important.'), ' Every account gets a mail about it.'),
    ),
  );
}

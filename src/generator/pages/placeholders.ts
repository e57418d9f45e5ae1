/**
 * Placeholders of a template. A name's is `\uE000<index>\uE001`: names with characters that HTML, JSON or a URL would
 * escape have none. A text's has {@link MARK} behind the index, and what a page makes of the mark shows how it escapes that text.
 * No text of the site may hold characters of private use.
 */
/** First character of a placeholder. */
export const BEGIN = '\uE000';

const END = '\uE001';

export const PLACEHOLDER = /\uE000(\d+)([^\uE001]*)\uE001/;

/** The placeholder of a text. */
export const TEXT_PLACEHOLDER = /\uE000\d+[^\d\uE001]/;

/** Every character that {@link encodings} escape. */
const MARK = `<>&"'`;

export const namePlaceholder = (index: number): string => `\uE000${index}\uE001`;

const textPlaceholder = (index: number): string => `\uE000${index}${MARK}\uE001`;

/** Writes a text as Astro does in one kind of place. */
export type Encode = (text: string) => string;

const escapeWith =
  (entities: Record<string, string>, characters: RegExp): Encode =>
  (text) =>
    text.replace(characters, (character) => entities[character] ?? character);

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;', '"': '&quot;' };

/** `set:html`, text, attribute, and a string of `jsonForScript`. */
const encodings: Encode[] = [
  (text) => text,
  escapeWith(entities, /[&<>'"]/g),
  escapeWith(entities, /[&"]/g),
  (text) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c'),
];

const byMark = new Map(encodings.map((encode) => [encode(MARK), encode]));

/**
 * How a page writes a text.
 * @param mark as it stands in the page
 * @throws Error where a component changes the text
 */
export function encodingOf(mark: string): Encode {
  const encode = byMark.get(mark);
  if (encode) return encode;
  throw new Error(
    `a component writes a text as ${JSON.stringify(mark)}, which src/generator/pages/placeholders.ts does not know. Let it show the strings of src/site/page-texts.ts as they are.`,
  );
}

/**
 * Replaces the placeholders in a text that is not escaped. Several times as fast as a regular expression.
 * @param valueOf undefined for a placeholder that stays
 */
export function replacePlaceholders(
  text: string,
  valueOf: (index: number, isOfText: boolean) => string | undefined,
): string {
  let replaced = '';
  let position = 0;
  for (let begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, position)) {
    const end = text.indexOf(END, begin);
    const isOfText = !/\d/.test(text.charAt(end - 1));
    const value = valueOf(Number.parseInt(text.slice(begin + 1, end), 10), isOfText);
    replaced += text.slice(position, begin) + (value ?? text.slice(begin, end + 1));
    position = end + 1;
  }
  return position ? replaced + text.slice(position) : text;
}

/** Copies data with a placeholder for each string, and lists the strings. Empty strings stay: components may leave them out. */
export function replaceStrings<Data>(data: Data): { copy: Data; strings: string[] } {
  const strings: string[] = [];
  const copyOf = (value: unknown): unknown => {
    if (typeof value === 'string') return value && textPlaceholder(strings.push(value) - 1);
    if (Array.isArray(value)) return value.map(copyOf);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]));
  };
  return { copy: copyOf(data) as Data, strings };
}

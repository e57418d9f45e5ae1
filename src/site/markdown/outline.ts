import type { RuleWords, Section, TextFacts } from './text-facts.ts';

/**
 * A list of sections and a list of rules of a text, without short lists.
 * @param fill fills the placeholders of a title
 */
export const listsOfContents = (
  { sections, rules }: TextFacts,
  fill: (text: string) => string = (text) => text,
): Section[][] =>
  [
    sections.map(({ id, title }) => ({ id, title: fill(title) })),
    rules.map(({ id, bold, text }) => ({ id, title: titleOfRule({ bold: fill(bold), text: fill(text) }) })),
  ].filter(({ length }) => length > MAX_WITHOUT_CONTENTS);

/** A text with up to this number of sections needs no table of contents. */
const MAX_WITHOUT_CONTENTS = 3;

/** The id of a URL fragment; undefined where it cannot be decoded, as in `#100%`. */
export function idOf(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

const TITLE_WORDS = 5;

/** The title of a rule: its bold beginning, else its first words. */
export function titleOfRule({ bold, text }: RuleWords): string {
  if (bold) return bold.replace(/\.$/, '');
  const words = text.split(' ');
  return words.slice(0, TITLE_WORDS).join(' ') + (words.length > TITLE_WORDS ? ' …' : '');
}

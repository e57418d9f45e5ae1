import { textWidth } from '../../shared/text/text-width.ts';
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

const TITLE_WORDS = 5;
const TITLE_WIDTH = 40;

/** The first sentence of a text, by the ends of sentences of Latin, Arabic, Indic and East Asian scripts. */
const FIRST_SENTENCE = /^.+?(?:[.!?…](?= |$)|[。！？｡।۔؟])/u;

/** Dots that end a sentence, and no title. */
const FINAL_DOT = /[.。｡।۔]$/u;

/** The title of a rule: its bold beginning, else its first sentence, or the first words of that. */
export function titleOfRule({ bold, text }: RuleWords): string {
  if (bold) return bold.replace(FINAL_DOT, '');
  const sentence = (FIRST_SENTENCE.exec(text)?.[0] ?? text).replace(FINAL_DOT, '');
  const words = sentence.split(' ');
  if (words.length > TITLE_WORDS) return `${words.slice(0, TITLE_WORDS).join(' ')} …`;
  return textWidth(sentence) > TITLE_WIDTH ? `${beginning(sentence)}…` : sentence;
}

/** The first words of a text, also in scripts without spaces. */
function beginning(text: string): string {
  const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)];
  const next = words.findIndex(({ index, segment }) => textWidth(text.slice(0, index + segment.length)) > TITLE_WIDTH);
  return text.slice(0, words[next]?.index || TITLE_WIDTH).trimEnd();
}

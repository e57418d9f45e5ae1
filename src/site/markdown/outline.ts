import { plainText } from './html-text.ts';

export interface Section {
  id: string;
  title: string;
}

/** A list of sections and a list of rules of a rendered text, without short lists. */
export const listsOfContents = (html: string): Section[][] =>
  [sectionsOf(html), rulesOf(html)].filter(({ length }) => length > MAX_WITHOUT_CONTENTS);

/** A text with up to this number of sections needs no table of contents. */
const MAX_WITHOUT_CONTENTS = 3;

/** Whether a rendered text has elements with styles of their own, such as tables and code. */
export const hasRareElements = (html: string): boolean => /<(?:table|code|hr|h[4-6]|del)\b/.test(html);

/** The sections of a rendered text. */
export const sectionsOf = (html: string): Section[] =>
  [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id = '', title = '']) => ({
    id,
    title: plainText(title),
  }));

/** The id of a URL fragment; undefined where it cannot be decoded, as in `#100%`. */
export function idOf(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** The rules of a rendered text. The title of a rule is its bold beginning, else its first words. */
export const rulesOf = (html: string): Section[] =>
  html
    .split('<li id="')
    .slice(1)
    .map((rule) => ({
      id: rule.slice(0, rule.indexOf('"')),
      title: titleOfRule(rule.slice(rule.indexOf('</a>') + 4)),
    }));

const TITLE_WORDS = 5;

/** The title of the HTML of a rule. */
export function titleOfRule(rule: string): string {
  const [, bold] = /^\s*(?:<p>)?\s*<strong>(.*?)<\/strong>/s.exec(rule) ?? [];
  if (bold) return plainText(bold).replace(/\.$/, '');
  const words = plainText(rule).split(' ');
  return words.slice(0, TITLE_WORDS).join(' ') + (words.length > TITLE_WORDS ? ' …' : '');
}

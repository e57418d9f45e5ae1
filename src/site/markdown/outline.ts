import { plainText } from './html-text.ts';

interface Section {
  id: string;
  title: string;
}

/** The sections of a rendered text. */
export const sectionsOf = (html: string): Section[] =>
  [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id, title]) => ({ id: id!, title: plainText(title!) }));

/** The id of a URL fragment; undefined where it cannot be decoded, as in `#100%`. */
export function idOf(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** The numbers of the rules of a rendered text. */
export const ruleNumbersOf = (html: string): string[] =>
  [...html.matchAll(/<li id="rule-(\d+)">/g)].map(([, number]) => number!);

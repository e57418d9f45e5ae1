import { plainText } from './plain-text.ts';

interface Section {
  id: string;
  title: string;
}

/** The sections of a rendered text. */
export const sectionsOf = (html: string): Section[] =>
  [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id, title]) => ({ id: id!, title: plainText(title!) }));

/** The numbers of its rules. */
export const ruleNumbersOf = (html: string): string[] =>
  [...html.matchAll(/<li id="rule-(\d+)">/g)].map(([, number]) => number!);

import type { Edition } from '../editions/editions.ts';
import { readSources } from '../markdown/sources.ts';
import type { Problem } from '../problems.ts';
import { checkLinks } from './check-links.ts';
import { checkLooks } from './check-looks.ts';
import { checkMissing, checkText } from './check-texts.ts';
import { checkWords } from './check-words.ts';

/** Everything that is wrong with words and texts, at once. */
export function checkContent(editions: Edition[]): Problem[] {
  const problems = [
    ...checkWords(languagesOf(editions)),
    ...checkLooks(editions),
    ...checkMissing(editions),
    ...readSources().flatMap((source) => checkText(source, editions)),
    ...checkLinks(editions),
  ];
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** The languages that some edition is in. */
export const languagesOf = (editions: Edition[]): string[] => [...new Set(editions.map(({ lang }) => lang))];

import { pagesOf } from '../content.ts';
import type { Edition } from '../editions/editions.ts';
import { readSources } from '../markdown/sources.ts';
import type { Problem } from '../problems.ts';
import { checkLinks } from './check-links.ts';
import { checkLooks } from './check-looks.ts';
import { checkMissing, checkStrays, checkText } from './check-texts.ts';
import { checkWords } from './check-words.ts';

/** Everything that is wrong with words and texts, at once. */
export function checkContent(editions: Edition[]): Problem[] {
  const problems = [
    ...checkWords(languagesOf(editions)),
    ...checkLooks(editions),
    ...checkMissing(editions),
    ...checkStrays(),
    ...readSources().flatMap(checkText),
    ...checkLinks(editions),
  ];
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Texts that no edition shows: for a host or language that is not configured, or behind a nearer text everywhere. */
export function unusedTexts(editions: Edition[]): string[] {
  const shown = new Set(editions.flatMap((edition) => [...pagesOf(edition).values()].map((source) => source?.file)));
  return readSources()
    .map(({ file }) => file)
    .filter((file) => !shown.has(file));
}

/** The languages that some edition is in. */
export const languagesOf = (editions: Edition[]): string[] => [...new Set(editions.map(({ lang }) => lang))];

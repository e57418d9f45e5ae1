import { placeholders } from '../i18n/placeholders.ts';
import { wordsFile } from '../i18n/words-file.ts';
import type { Problem } from '../problems.ts';
import { readWords, SOURCE, type Words } from './read-words.ts';

const PLURAL = /^(.*)_(zero|one|two|few|many|other)$/;

/** Checks the words of every language against English and against the language's own plural forms. */
export function checkWords(languages: string[]): Problem[] {
  const source = readWords(SOURCE);
  return [
    ...source.problems,
    ...checkPlaceholders(SOURCE, source.words, () => placeholders),
    ...checkPlurals(SOURCE, source.words, source.words),
    ...languages.filter((lang) => lang !== SOURCE).flatMap((lang) => checkTranslation(lang, source.words)),
  ];
}

function checkTranslation(lang: string, source: Words): Problem[] {
  const { words, problems } = readWords(lang);
  if (problems.length) return problems;
  const file = wordsFile(lang);
  const plain = [...source].filter(([key]) => !PLURAL.test(key));
  return [
    ...plain
      .filter(([key]) => !words.has(key))
      .map(([key, { text }]) => ({
        file,
        line: lineNear(words, key),
        what: `the word "${key}" is missing`,
        remedy: `Add it and translate “${text}”`,
      })),
    ...checkPlurals(lang, words, source),
    ...[...words]
      .filter(([key]) => !source.has(key) && !source.has(`${stemOf(key)}_other`))
      .map(([key, { line }]) => ({
        file,
        line,
        what: `"${key}" is no word of ${wordsFile(SOURCE)}`,
        remedy: 'Remove it or correct its name',
      })),
    ...checkPlaceholders(lang, words, (key) =>
      namesIn(source.get(key)?.text ?? source.get(`${stemOf(key)}_other`)?.text ?? ''),
    ),
  ];
}

/** Every plural of the source needs all forms that the language has. */
function checkPlurals(lang: string, words: Words, source: Words): Problem[] {
  const stems = new Set([...source.keys()].filter((key) => PLURAL.test(key)).map(stemOf));
  const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
  return [...stems].flatMap((stem) =>
    forms
      .filter((form) => !words.has(`${stem}_${form}`))
      .map((form) => ({
        file: wordsFile(lang),
        line: lineNear(words, `${stem}_${form}`),
        what: `the plural form "${stem}_${form}" is missing`,
        remedy: `Add it, for example for ${exampleOf(lang, form)}`,
      })),
  );
}

function checkPlaceholders(lang: string, words: Words, allowed: (key: string) => readonly string[]): Problem[] {
  return [...words].flatMap(([key, { text, line }]) =>
    namesIn(text)
      .filter((name) => !allowed(key).includes(name))
      .map((name) => ({
        file: wordsFile(lang),
        line,
        what: `"${key}" has the unknown placeholder ${inBraces(name)}`,
        remedy: `Use one of these: ${allowed(key).map(inBraces).join(' ') || 'none'}`,
      })),
  );
}

/** The line of the last word of the same group, so that an editor sees where a missing one belongs. */
function lineNear(words: Words, key: string): number {
  const group = key.slice(0, key.lastIndexOf('.') + 1);
  const near = [...words].findLast(([other]) => other.startsWith(group)) ?? [...words].at(-1);
  return near?.[1].line ?? 1;
}

function exampleOf(lang: string, form: string): string {
  const rules = new Intl.PluralRules(lang);
  const number = [0, 1, 2, 3, 5, 1_000_000, 1.5].find((candidate) => rules.select(candidate) === form);
  return number === undefined ? 'numbers of that form' : `{{count}} = ${number}`;
}

const stemOf = (key: string): string => key.replace(PLURAL, '$1');

const namesIn = (text: string): string[] => [...text.matchAll(/\{\{\s*([^},]+?)\s*[},]/g)].map(([, name]) => name!);

const inBraces = (name: string): string => `{{${name}}}`;

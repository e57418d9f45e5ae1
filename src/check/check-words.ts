import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';

import { placeholders } from '../i18n/placeholders.ts';
import { readWords, wordsFile } from '../i18n/words-file.ts';
import type { Problem } from '../problems.ts';

/** Where a word stands and what it says, by key: `home.enter`. */
type Words = Map<string, { text: string; line: number }>;

const SOURCE = 'en';
const PLURAL = /^(.*)_(zero|one|two|few|many|other)$/;

/** Checks the words of every language against English and against the language's own plural forms. */
export function checkWords(languages: string[]): Problem[] {
  const source = read(SOURCE);
  return [
    ...source.problems,
    ...checkPlaceholders(SOURCE, source.words, () => placeholders),
    ...checkPlurals(SOURCE, source.words, source.words),
    ...languages.filter((lang) => lang !== SOURCE).flatMap((lang) => checkTranslation(lang, source.words)),
  ];
}

/** Every word of a language's file by key, or none where it cannot be read. */
export const wordsOf = (lang: string): Words => read(lang).words;

function checkTranslation(lang: string, source: Words): Problem[] {
  const { words, problems } = read(lang);
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
        what: `"${key}" has the unknown placeholder {{${name}}}`,
        remedy: `Use one of ${
          allowed(key)
            .map((known) => `{{${known}}}`)
            .join(', ') || 'none'
        }`,
      })),
  );
}

function read(lang: string): { words: Words; problems: Problem[] } {
  const file = wordsFile(lang);
  const text = readWords(lang);
  const fail = (line: number, what: string, remedy: string) => ({
    words: new Map(),
    problems: [{ file, line, what, remedy }],
  });
  if (text === undefined) return fail(1, 'the file is missing', `Copy ${wordsFile(SOURCE)} there and translate it`);
  try {
    JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message;
    return fail(
      lineOfJsonError(message, text),
      `the file is not valid JSON (${message})`,
      'Look for a missing comma or quote near that line',
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const problems = document.errors.map(({ pos, message }) => ({
    file,
    line: lines.linePos(pos[0]).line,
    what: message.split(' at line')[0]!,
    remedy: 'Keep one of the two',
  }));
  const words: Words = new Map();
  for (const [key, value, offset] of leaves(document)) {
    const { line } = lines.linePos(offset);
    if (typeof value === 'string' && value.trim()) words.set(key, { text: value, line });
    else
      problems.push({
        file,
        line,
        what: `"${key}" is empty or no text`,
        remedy: 'Write its words between double quotes',
      });
  }
  return { words, problems };
}

function* leaves(
  document: Document,
  node: unknown = document.contents,
  path: string[] = [],
): Generator<[key: string, value: unknown, offset: number]> {
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const inner = [...path, String(key.value)];
    if (isMap(value)) yield* leaves(document, value, inner);
    else yield [inner.join('.'), isScalar(value) ? value.value : undefined, key.range?.[0] ?? 0];
  }
}

/** The line of the nearest word before a missing one, so that an editor sees where it belongs. */
function lineNear(words: Words, key: string): number {
  for (let parts = key.split('.'); parts.length; parts = parts.slice(0, -1)) {
    const siblings = [...words].filter(([other]) => other.startsWith(parts.slice(0, -1).concat('').join('.')));
    if (siblings.length) return siblings.at(-1)![1].line;
  }
  return 1;
}

function lineOfJsonError(message: string, text: string): number {
  const position = /position (\d+)/.exec(message);
  return position ? text.slice(0, Number(position[1])).split('\n').length : text.split('\n').length;
}

function exampleOf(lang: string, form: string): string {
  const rules = new Intl.PluralRules(lang);
  const number = [0, 1, 2, 3, 5, 1_000_000, 1.5].find((candidate) => rules.select(candidate) === form);
  return number === undefined ? 'numbers of that form' : `{{count}} = ${number}`;
}

const stemOf = (key: string): string => key.replace(PLURAL, '$1');

const namesIn = (text: string): string[] => [...text.matchAll(/\{\{\s*([^},]+?)\s*[},]/g)].map(([, name]) => name!);

import { dirname, join } from 'node:path';

import { lineOfJsonError } from '../../shared/parse-json-file.ts';
import { required } from '../../shared/required.ts';
import { BAD_CHARACTER_HINT, decodeText, findBadCharacter } from '../../shared/text/decode-text.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import { readTranslationBytes, translationFile } from '../../site/i18n/translation-file.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import { readJsonEntries } from './json-entries.ts';

/** Text and line of each translation, by key: `home.enter`. */
export type Translations = Map<string, { text: string; line: number }>;

/** Reads a translation file with its diagnostics; without translations where it cannot be parsed. */
export const readTranslations = (folder: SiteFolder, lang: string): ReadTranslations =>
  parseTranslations(lang, translationFile(folder, lang), readTranslationBytes(folder, lang), wordsLanguageOf(folder));

/** Language that the words of the interface are translated from. */
export const wordsLanguageOf = (folder: SiteFolder): string => folder.sourceLanguageOf('shared');

export interface ReadTranslations {
  /** Path for messages. */
  file: string;
  translations: Translations;
  diagnostics: Diagnostic[];
}

/**
 * @param file path for messages
 * @param source language that the file is translated from
 */
export function parseTranslations(
  lang: string,
  file: string,
  bytes: Buffer | undefined,
  source: string,
): ReadTranslations {
  const fail = (line: number, message: string, hint: string) => ({
    file,
    translations: new Map(),
    diagnostics: [{ file, line, message, hint }],
  });
  if (!bytes) {
    const original = join(dirname(file), `${source}.json`);
    const hint =
      lang === source
        ? 'Take it from an earlier version, or name the language that texts are written in as sourceLanguage of the brands'
        : `Copy ${original} there and translate it`;
    return fail(1, 'the file is missing', hint);
  }
  const { text, diagnostics: undecodable } = decodeText(file, bytes);
  if (undecodable.length) return { file, translations: new Map(), diagnostics: undecodable };
  if (text.startsWith('\uFEFF'))
    return fail(1, 'the file starts with a byte order mark', 'Save it as UTF-8 without one');
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message;
    return fail(
      lineOfJsonError(message, text),
      `the file is not valid JSON (${message})`,
      'Look for a missing comma or quote near that line',
    );
  }
  if (!isTree(tree))
    return fail(1, 'the file has no groups of words', 'Write { "site": { … } }, as other languages have it');
  const { entries, repeated } = readJsonEntries(text);
  const diagnostics = repeated.map((line) => ({
    file,
    line,
    message: 'a word stands twice in its group, and only the last would count',
    hint: 'Keep one of the two',
  }));
  const translations: Translations = new Map();
  for (const { path, text: value, line } of entries) {
    const fault = faultOf(path, value);
    if (fault) diagnostics.push({ file, line, ...fault });
    else translations.set(path.join('.'), { text: required(value, 'text of a key'), line });
  }
  return { file, translations, diagnostics };
}

const isTree = (value: unknown): boolean =>
  value instanceof Object && !Array.isArray(value) && Object.keys(value).length > 0;

/** A formal error in the key or the characters of a translation. */
function faultOf(path: string[], value: string | undefined): Pick<Diagnostic, 'message' | 'hint'> | undefined {
  const key = path.join('.');
  // i18next resolves such a key, but browsers and fingerprints follow groups only.
  if (path.some((name) => name.includes('.')))
    return { message: `"${key}" has a name with a full stop`, hint: `Write it in groups: ${nested(key.split('.'))}` };
  if (!value?.trim()) return { message: `"${key}" is empty or no text`, hint: 'Write its words between double quotes' };
  const bad = findBadCharacter(value);
  return bad
    ? { message: `"${key}" has the character ${bad}, which cannot be shown`, hint: BAD_CHARACTER_HINT }
    : undefined;
}

/** @example nested(['a', 'b']) // '"a": { "b": "…" }' */
const nested = ([first, ...rest]: string[]): string => `"${first}": ${rest.length ? `{ ${nested(rest)} }` : '"…"'}`;

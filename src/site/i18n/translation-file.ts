import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

import manifest from '../../../package.json' with { type: 'json' };
import { note } from '../../shared/track-dependencies.ts';

/** Where the words of all languages lie. */
export const WORDS_DIR = 'public/assets/i18n';

/** File of a language's words. */
export const wordsFile = (lang: string): string => `${WORDS_DIR}/${lang}.json`;

/** Text of a language's file, or nothing where there is none. */
export const readWordsFile = (lang: string): string | undefined => readWordsBytes(lang)?.toString();

/** Bytes of a language's file, or nothing where there is none. */
export const readWordsBytes = (lang: string): Buffer | undefined =>
  statSync(wordsFile(lang), { throwIfNoEntry: false })?.isFile() ? readFileSync(wordsFile(lang)) : undefined;

/** Changes whenever a language's words or the program do: `1.2.0-3fa9c1`. */
export function wordsVersion(lang: string): string {
  note('words');
  const hash = createHash('sha256').update(readWordsFile(lang)!).digest('hex');
  return `${manifest.version}-${hash.slice(0, 6)}`;
}

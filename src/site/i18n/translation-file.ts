import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

import manifest from '../../../package.json' with { type: 'json' };
import { trackDependency } from '../../shared/track-dependencies.ts';

/** Where the words of all languages lie. */
export const TRANSLATIONS_DIR = 'public/assets/i18n';

/** File of a language's words. */
export const translationFile = (lang: string): string => `${TRANSLATIONS_DIR}/${lang}.json`;

/** Text of a language's file, or nothing where there is none. */
export const readTranslationFile = (lang: string): string | undefined => readTranslationBytes(lang)?.toString();

/** Bytes of a language's file, or nothing where there is none. */
export const readTranslationBytes = (lang: string): Buffer | undefined =>
  statSync(translationFile(lang), { throwIfNoEntry: false })?.isFile()
    ? readFileSync(translationFile(lang))
    : undefined;

/** Changes whenever a language's words or the program do: `1.2.0-3fa9c1`. */
export function translationsVersion(lang: string): string {
  trackDependency('words');
  const hash = createHash('sha256').update(readTranslationFile(lang)!).digest('hex');
  return `${manifest.version}-${hash.slice(0, 6)}`;
}

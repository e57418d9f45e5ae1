import { hash } from 'node:crypto';
import { resolve } from 'node:path';

import type { Diagnostic } from '../../shared/user-error.ts';
import { readTranslationBytes } from '../../site/i18n/translation-file.ts';
import { SiteFolder } from '../../site/site-folder.ts';
import { lineNear, PLURAL } from './check-plural-forms.ts';
import { readTranslations, wordsLanguageOf } from './read-translations.ts';

/** The folder of the program, which has English words of its own. */
const programFolder = (): SiteFolder => new SiteFolder({ root: resolve('.'), contentDir: '' });

/** Changes with the words of the program. */
export const programWordsDigest = (): string => hash('sha256', readTranslationBytes(programFolder(), 'en') ?? '');

/** Reports words that the program shows and the source language of a site lacks, such as those of an upgrade. */
export function checkProgramWords(folder: SiteFolder): Diagnostic[] {
  // Names of rooms belong to brands.
  const program = readTranslations(programFolder(), 'en').translations;
  const { file, translations, diagnostics } = readTranslations(folder, wordsLanguageOf(folder));
  // `checkTranslations` reports words that cannot be read, and plural forms that a language lacks.
  if (diagnostics.length) return [];
  const has = (key: string): boolean =>
    key.startsWith('topics.') || translations.has(key) || (PLURAL.test(key) && !key.endsWith('_other'));
  return [...program]
    .filter(([key]) => !has(key))
    .map(([key, { text }]) => ({
      file,
      line: lineNear(translations, key, program),
      message: `the word "${key}" is missing, which the program shows`,
      hint: `Add it; in English it is “${text}”`,
      cause: `${file}#${key}`,
    }));
}

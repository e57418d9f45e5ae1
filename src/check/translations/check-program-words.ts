import { resolve } from 'node:path';

import type { Diagnostic } from '../../shared/user-error.ts';
import { SiteFolder } from '../../site/site-folder.ts';
import { lineNear, PLURAL } from './check-plural-forms.ts';
import { readTranslations, wordsLanguageOf } from './read-translations.ts';

/** Reports words that the program shows and the source language of a site lacks, such as those of an upgrade. */
export function checkProgramWords(folder: SiteFolder): Diagnostic[] {
  // The program has English words of its own. Names of rooms belong to brands.
  const program = readTranslations(new SiteFolder({ root: resolve('.'), contentDir: '' }), 'en').translations;
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

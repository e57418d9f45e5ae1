import { memoize } from '../../shared/memoize.ts';
import { lightTranslator, type Tree } from './light-translator.ts';
import { readTranslationFile } from './translation-file.ts';

/** The translator of a language for a build that renders no page, and then does not load i18next. */
export const lightTranslatorOf = memoize((lang: string) =>
  lightTranslator(JSON.parse(readTranslationFile(lang)) as Tree, lang),
);

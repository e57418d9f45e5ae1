import { cachedByBoth } from '../../shared/cached-by.ts';
import type { SiteFolder } from '../site-folder.ts';
import { lightTranslator, type Tree } from './light-translator.ts';
import { localeOf } from './site-language.ts';
import { readTranslationFile } from './translation-file.ts';

/** The translator of a language for a build that renders no page, and then does not load i18next. */
export const lightTranslatorOf = cachedByBoth((folder: SiteFolder, lang: string) =>
  lightTranslator(JSON.parse(readTranslationFile(folder, lang)) as Tree, localeOf(folder, lang)),
);

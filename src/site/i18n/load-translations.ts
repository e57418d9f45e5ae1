import i18next from 'i18next';

import type { SiteFolder } from '../site-folder.ts';
import { readTranslationFile } from './translation-file.ts';

/** Loads translations for processes that run without Astro. In Astro, astro-i18next does it. */
export const loadTranslations = async (folder: SiteFolder, languages: string[]): Promise<void> => {
  await i18next.init({
    initAsync: false,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      languages.map((lang) => [
        lang,
        { translation: JSON.parse(readTranslationFile(folder, lang)) as Record<string, unknown> },
      ]),
    ),
  });
};

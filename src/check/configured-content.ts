import type { Diagnostic } from '../shared/user-error.ts';
import { documentNames, languageOf } from '../site/content.ts';
import type { Edition, Site } from '../site/editions/editions.ts';
import type { Source } from '../site/site-folder.ts';
import { checkTopics } from './check-topics.ts';
import { checkProgramWords } from './translations/check-program-words.ts';
import { checkTranslations } from './translations/check-translations.ts';
import { readTranslations } from './translations/read-translations.ts';

/** All errors in translations and in the names of rooms. */
export const checkWords = (site: Site): Diagnostic[] => [
  ...checkTranslations(site.folder, languagesOf(site.editions), (lang) => readTranslations(site.folder, lang)),
  ...checkProgramWords(site.folder),
  ...checkTopics(site),
];

/** Texts in folders of configured editions. */
export const configuredTexts = ({ editions, folder }: Site): Source[] =>
  folder.contents.texts.filter(configuredFolders(editions));

/** Whether a configured edition reads the folder of a text. */
function configuredFolders(editions: Edition[]): (source: Source) => boolean {
  const folders = new Set(
    editions.flatMap((edition) =>
      ['shared', edition.brand.id, edition.host].flatMap((scope) => [
        `${scope}/${edition.lang}`,
        ...documentNames.map((name) => `${scope}/${languageOf(edition, name)}/${name}`),
      ]),
    ),
  );
  return ({ kind, scope, lang, name }) =>
    folders.has(`${scope}/${lang}`) || (kind === 'document' && folders.has(`${scope}/${lang}/${name}`));
}

/** The languages of editions. */
export const languagesOf = (editions: Edition[]): string[] => [...new Set(editions.map(({ lang }) => lang))];

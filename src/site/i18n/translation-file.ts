import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

import manifest from '../../../package.json' with { type: 'json' };
import { cachedByBoth } from '../../shared/cached-by.ts';
import { required } from '../../shared/required.ts';
import type { SiteFolder } from '../site-folder.ts';

/** Folder of the translation files, from the working directory. */
export const translationsDir = (folder: SiteFolder): string => folder.fileOf('public/assets/i18n');

/** Translation file of a language, from the working directory. */
export const translationFile = (folder: SiteFolder, lang: string): string => `${translationsDir(folder)}/${lang}.json`;

/** Text of a translation file. @throws Error where it is missing */
export const readTranslationFile = (folder: SiteFolder, lang: string): string =>
  required(readTranslationBytes(folder, lang), translationFile(folder, lang)).toString();

/** Bytes of a translation file; undefined where it is missing. */
export const readTranslationBytes = cachedByBoth((folder: SiteFolder, lang: string): Buffer | undefined => {
  const file = translationFile(folder, lang);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
});

/** Text of the file that browsers of visitors fetch: the translation file without the words of moderators, which their page contains. */
export const visitorTranslations = cachedByBoth((folder: SiteFolder, lang: string): string => {
  const tree = JSON.parse(readTranslationFile(folder, lang)) as Record<string, Record<string, unknown> | undefined>;
  delete tree.moderation;
  delete tree.moderationErrors;
  delete tree.page?.moderation;
  return `${JSON.stringify(tree, null, 2)}\n`;
});

/** Version of the program and hash of the file that browsers fetch: `1.2.0-3fa9c1`. */
export const translationsVersion = (folder: SiteFolder, lang: string): string =>
  `${manifest.version}-${hash('sha256', visitorTranslations(folder, lang)).slice(0, 6)}`;

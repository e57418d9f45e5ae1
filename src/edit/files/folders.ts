import { join, posix, relative } from 'node:path';

import { translationsDir } from '../../site/i18n/translation-file.ts';
import { currentSite, output } from '../current-site.ts';
import type { TextKey } from '../protocol.ts';

/** Where the files of the editor lie, from the working directory. */
export interface Folders {
  content: string;
  translations: string;
  /** Journal and settings. */
  cache: string;
}

export const defaultFolders = (): Folders => ({
  content: relative('.', currentSite().contentDir),
  translations: translationsDir(currentSite().folder),
  cache: `${output.cache}/edit`,
});

/** The key of the translations of the interface. */
export const WORDS: TextKey = { kind: 'words', scope: 'shared', name: 'interface' };

export const kindFolders = { document: 'documents', article: 'blog' } as const;

/** Path of a text in a language. */
export const fileOf = ({ content, translations }: Folders, { kind, scope, name }: TextKey, lang: string): string =>
  kind === 'words'
    ? posix.join(translations, `${lang}.json`)
    : join(content, kindFolders[kind], scope, lang, `${name}.md`);

/** Path of the record of translations. */
export const lockOf = ({ content }: Folders): string => join(content, 'translations.lock.json');

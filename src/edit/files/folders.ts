import { join, posix } from 'node:path';

import type { TextKey } from '../protocol.ts';
import type { Folders } from '../workspace.ts';

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

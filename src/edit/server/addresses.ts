import { relative } from 'node:path';

import type { Site } from '../../site/editions/editions.ts';
import { translationFile } from '../../site/i18n/translation-file.ts';
import type { TextKey } from '../protocol.ts';

/** Whether two keys are those of the same text. */
export const isSame = (a: TextKey, b: TextKey): boolean =>
  a.kind === b.kind && a.scope === b.scope && a.name === b.name;

/** Address of the page of a text. */
export const textUrl = ({ kind, scope, name }: TextKey): string =>
  `/text?${new URLSearchParams({ kind, scope, name }).toString()}`;

/** Address of the notes for readers about the changes of a text or block. */
export const notesUrl = ({ kind, scope, name }: TextKey, block?: string): string =>
  `/notes?${new URLSearchParams({ kind, scope, name, ...(block && { block }) }).toString()}`;

const KINDS: Partial<Record<string, TextKey['kind']>> = { documents: 'document', blog: 'article' };

/** The text that a file belongs to, with its language; undefined for other files. */
export function textOfFile(
  { contentDir, folder: siteFolder }: Site,
  file: string,
): { key: TextKey; lang: string } | undefined {
  const [folder = '', scope, lang, last, ...below] = relative(contentDir, file).split('/');
  const kind = KINDS[folder];
  const [, name] = /^(.+)\.md$/.exec(last ?? '') ?? [];
  if (kind && scope && lang && name && !below.length) return { key: { kind, scope, name }, lang };
  const [, language] = /([\w-]+)\.json$/.exec(file) ?? [];
  return language && translationFile(siteFolder, language) === file
    ? { key: { kind: 'words', scope: 'shared', name: 'interface' }, lang: language }
    : undefined;
}

import { basename, join } from 'node:path';

import { slug } from 'github-slugger';

import { factsOf } from '../../site/markdown/parse.ts';
import { entriesOf } from '../files/disk.ts';
import { fileOf } from '../files/folders.ts';
import { sourceLanguageOf } from '../model/source-language.ts';
import { readLock } from '../model/stale.ts';
import { readTexts } from '../model/text-in-language.ts';
import type { TextKey } from '../protocol.ts';
import type { EditContext } from './edit-context.ts';
import { refuse } from './refused-edit.ts';

/** Ids of other elements of a page, and names under which the record of translations has fields. */
const RESERVED = ['content', 'consent', 'consent-title', 'consent-settings', 'title', 'description'];

/**
 * An id that no block of the document has or had, on any host.
 * @param wanted the id that the editor chose
 * @param text of whose title the id is made otherwise
 */
export function newIdFor(context: EditContext, key: TextKey, wanted: string | undefined, text: string): string {
  const used = usedIds(context, key);
  if (wanted !== undefined && used.has(wanted))
    refuse(
      fileOf(context.draft.folders, key, sourceLanguageOf(context.draft, key)),
      `the id "${wanted}" is or was that of another block`,
      'Choose another one',
    );
  const own = wanted ?? suggestId(text);
  for (let count = 1; ; count += 1) {
    const id = count > 1 ? `${own}-${count}` : own;
    if (!used.has(id)) return id;
  }
}

/** @example suggestId('**Adults only.** If you …') // 'adults-only' */
function suggestId(text: string): string {
  const title = /^(?:\*\*(.+?)\*\*|#+\s+(.+))/.exec(text.trim())?.slice(1).find(Boolean);
  const words = title ?? text.trim().split(/\s+/).slice(0, 5).join(' ');
  const ascii = words.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return (
    slug(ascii)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'block'
  );
}

function usedIds({ draft, languages }: EditContext, key: TextKey): Set<string> {
  const { content } = draft.folders;
  const scopes = [key.scope, ...namesIn(join(content, 'documents'))];
  const keys = [...new Set(scopes)].map((scope) => ({ ...key, scope }));
  const texts = keys.flatMap((other) => readTexts(draft, other, languages));
  const files = keys.flatMap((other) => languages.map((lang) => fileOf(draft.folders, other, lang)));
  const { accepted } = readLock(draft);
  const history = keys.flatMap(({ scope, name }) => namesIn(join(content, 'history', scope, name)));
  return new Set([
    ...RESERVED,
    ...texts.flatMap(({ source, blocks }) => [
      ...blocks.flatMap(({ place }) => place?.id ?? []),
      ...(source ? factsOf(source).ids : []),
    ]),
    ...files.flatMap((file) => Object.keys(accepted[file]?.named ?? {})),
    ...history.map((file) => basename(file, '.yaml')),
    ...formerIds(draft.read(join(content, 'former-anchors.json'))),
  ]);
}

/** Anchors that led to rules before they had ids, and the rules that they lead to. */
function formerIds(json: string | undefined): string[] {
  const { rules = {} } = JSON.parse(json ?? '{}') as { rules?: Record<string, string> };
  return Object.entries(rules).flat();
}

const namesIn = (folder: string): string[] => entriesOf(folder).map(({ name }) => name);

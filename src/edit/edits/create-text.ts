import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { isDocumentName, isEnglishOnly } from '../../site/content.ts';
import { RESERVED_ARTICLE_IDS } from '../../site/editions/routes.ts';
import { fileOf, WORDS } from '../files/folders.ts';
import { fieldNames, withField } from '../model/fields.ts';
import { keysIn } from '../model/overview.ts';
import { sourceLanguageOf } from '../model/source-language.ts';
import { readLock } from '../model/stale.ts';
import { withFormsOf } from '../model/words.ts';
import type { Edit, TextKey } from '../protocol.ts';
import { changeLock } from './accept-translation.ts';
import type { EditContext } from './edit-context.ts';
import { refuse } from './refused-edit.ts';

type CreateEdit = Extract<Edit, { type: 'create' }>;

/** Creates a text: an article, a document of a brand or host, or a translation. */
export function createText(context: EditContext, edit: CreateEdit): void {
  const { key, languages, fields } = edit;
  const { draft } = context;
  checkKey(context, key);
  for (const lang of languages) {
    const file = fileOf(draft.folders, key, lang);
    if (draft.read(file) !== undefined) refuse(file, 'the text exists already', 'Change it, or choose another name');
    const model = edit.from ?? key;
    const own = fileOf(draft.folders, model, lang);
    const original = fileOf(draft.folders, model, sourceLanguageOf(draft, model));
    const text = draft.read(own) ?? draft.read(original) ?? emptyText(context, edit, lang);
    draft.write(
      file,
      Object.entries(fields).reduce((all, [name, value]) => setField(all, key, name, value), text),
    );
    if (draft.read(own) !== undefined && edit.from) acceptLike(context, own, file);
  }
  if (edit.from) copyHistory(context, edit.from, key);
}

const setField = (text: string, { kind }: TextKey, name: string, value: string): string =>
  kind !== 'words' && fieldNames[kind].includes(name) ? withField(text, name, value.trim()) : text;

function checkKey({ draft, scopes }: EditContext, key: TextKey): void {
  const file = fileOf(draft.folders, key, sourceLanguageOf(draft, key));
  if (!scopes.has(key.scope))
    refuse(file, `there is no brand or host "${key.scope}"`, `Choose one of ${[...scopes.keys()].join(', ')}`);
  if (key.kind === 'document' && !isDocumentName(key.name))
    refuse(file, `no page shows a document "${key.name}"`, 'Choose the name of a page');
  const isAddress = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(key.name) && !RESERVED_ARTICLE_IDS.includes(key.name);
  if (key.kind === 'article' && !isAddress)
    refuse(file, `"${key.name}" cannot be an article's address`, 'Use lower-case letters, digits and hyphens');
}

/** A new article. */
function emptyText({ today }: EditContext, { key, fields }: CreateEdit, lang: string): string {
  if (key.kind !== 'article')
    refuse(key.name, `there is no text to copy for the language "${lang}"`, 'Choose the text to copy');
  const wanted: Record<string, string> = { date: today, ...fields };
  const empty = `---\n---\n\n${(fields['body'] ?? '').trim()}\n`;
  return fieldNames.article.reduce((text, name) => withField(text, name, wanted[name]?.trim() ?? ''), empty);
}

/** A copy was made from the original that its model was made from. */
function acceptLike({ draft }: EditContext, model: string, file: string): void {
  const accepted = readLock(draft).accepted[model];
  if (accepted) changeLock(draft, (lock) => ({ ...lock, accepted: { ...lock.accepted, [file]: accepted } }));
}

/** A copy has the same versions: what was changed lately, or is in force later, stays so. */
function copyHistory({ draft }: EditContext, from: TextKey, key: TextKey): void {
  const folderOf = ({ scope, name }: TextKey): string => join(draft.folders.content, 'history', scope, name);
  if (key.kind !== 'document' || !existsSync(folderOf(from))) return;
  for (const name of readdirSync(folderOf(from)).filter((file) => file.endsWith('.yaml'))) {
    const file = join(folderOf(key), name);
    if (draft.read(file) === undefined) draft.write(file, draft.read(join(folderOf(from), name)));
  }
}

/** Creates every text that a language lacks, from the text in the source language. */
export function createLanguage(context: EditContext, { lang }: Extract<Edit, { type: 'language' }>): void {
  const { draft, scopes } = context;
  const words = fileOf(draft.folders, WORDS, lang);
  const original = draft.read(fileOf(draft.folders, WORDS, sourceLanguageOf(draft, WORDS)));
  if (draft.read(words) === undefined && original !== undefined)
    draft.write(words, withFormsOf(draft.workspace.site.folder, lang, original));
  for (const { key, languages } of keysIn(draft)) {
    const isShown = key.scope === 'shared' || scopes.get(key.scope)?.includes(lang);
    const source = sourceLanguageOf(draft, key);
    const isTranslated = languages.length > 1 || key.kind === 'article' || !isEnglishOnly(source, key.name);
    if (!isShown || !isTranslated || !languages.includes(source) || languages.includes(lang)) continue;
    draft.write(fileOf(draft.folders, key, lang), draft.read(fileOf(draft.folders, key, source)));
  }
}

import type { Original } from '../../check/translations/stale-blocks.ts';
import { acceptIn, changeOriginal, type Lock, lockText } from '../../check/translations/translations-lock.ts';
import { lockOf } from '../files/folders.ts';
import type { Draft } from '../files/unsaved-files.ts';
import { sourceLanguageOf } from '../model/source-language.ts';
import { readLock } from '../model/stale.ts';
import { readTextIn, recordedId, type TextInLanguage } from '../model/text-in-language.ts';
import type { TextKey } from '../protocol.ts';
import { type EditContext, textToEdit } from './edit-context.ts';

/** Records that blocks of a translation match the original. */
export function acceptTranslation(context: EditContext, key: TextKey, lang: string, blocks: string[]): void {
  const { draft } = context;
  const source = sourceLanguageOf(draft, key);
  const original = readTextIn(draft, key, source)?.parts;
  // A text without an original beside it is no translation.
  if (lang === source || !original) return;
  const { file } = textToEdit(context, key, lang);
  const ids = blocks.map(recordedId);
  changeLock(draft, (lock) => acceptIn(lock, [{ file, lang, original }], (_, id) => ids.includes(id)));
}

/** Changes what translations were made from, as an edit changes all languages alike. */
export function changeOriginals(
  draft: Draft,
  key: TextKey,
  texts: TextInLanguage[],
  change: (accepted: Original, now: Original) => Original,
): void {
  const source = sourceLanguageOf(draft, key);
  const original = texts.find(({ lang }) => lang === source)?.parts;
  if (!original) return;
  const others = texts.filter(({ lang }) => lang !== source);
  changeLock(draft, (lock) =>
    others.reduce((changed, { file }) => changeOriginal(changed, { file, original }, change), lock),
  );
}

export function changeLock(draft: Draft, change: (lock: Lock) => Lock): void {
  const before = readLock(draft);
  const after = change(before);
  if (after !== before) draft.write(lockOf(draft.folders), lockText(draft.workspace.site.folder, after));
}

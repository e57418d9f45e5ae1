import { SOURCE } from '../../check/translations/read-translations.ts';
import type { Original } from '../../check/translations/stale-blocks.ts';
import { acceptIn, changeOriginal, type Lock, lockText } from '../../check/translations/translations-lock.ts';
import { lockOf } from '../files/folders.ts';
import type { Draft } from '../files/unsaved-files.ts';
import { readLock } from '../model/stale.ts';
import { readTextIn, recordedId, type TextInLanguage } from '../model/text-in-language.ts';
import type { TextKey } from '../protocol.ts';
import { type EditContext, textToEdit } from './edit-context.ts';

/** Records that blocks of a translation match the English text. */
export function acceptTranslation(context: EditContext, key: TextKey, lang: string, blocks: string[]): void {
  const { draft } = context;
  const english = readTextIn(draft, key, SOURCE);
  // A text without an English text beside it is no translation.
  if (lang === SOURCE || !english) return;
  const { file } = textToEdit(context, key, lang);
  const ids = blocks.map(recordedId);
  changeLock(draft, (lock) => acceptIn(lock, [{ file, lang, english: english.parts }], (_, id) => ids.includes(id)));
}

/** Changes what translations were made from, as an edit changes all languages alike. */
export function changeOriginals(
  draft: Draft,
  texts: TextInLanguage[],
  change: (accepted: Original, now: Original) => Original,
): void {
  const english = texts.find(({ lang }) => lang === SOURCE)?.parts;
  if (!english) return;
  const others = texts.filter(({ lang }) => lang !== SOURCE);
  changeLock(draft, (lock) =>
    others.reduce((changed, { file }) => changeOriginal(changed, { file, english }, change), lock),
  );
}

export function changeLock(draft: Draft, change: (lock: Lock) => Lock): void {
  const before = readLock(draft);
  const after = change(before);
  if (after !== before) draft.write(lockOf(draft.folders), lockText(draft.workspace.site.folder, after));
}

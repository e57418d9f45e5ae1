import { type Lock, parseLock, staleIn, type StaleTranslation } from '../../check/translations/translations-lock.ts';
import { cachedBy } from '../../shared/cached-by.ts';
import { lockOf } from '../files/folders.ts';
import type { Draft } from '../files/unsaved-files.ts';
import type { TextKey } from '../protocol.ts';
import type { Workspace } from '../workspace.ts';
import { sourceLanguageOf } from './source-language.ts';
import type { TextInLanguage } from './text-in-language.ts';

/** The record of translations as it will be. */
export function readLock(draft: Draft): Lock {
  const file = lockOf(draft.folders);
  const text = draft.read(file) ?? '';
  const last = lastLock(draft.workspace);
  if (last.text !== text || !last.lock) {
    last.lock = parseLock(draft.workspace.site.folder, file, text ? Buffer.from(text) : undefined);
    last.text = text;
  }
  return last.lock;
}

const lastLock = cachedBy((_workspace: Workspace): { text?: string; lock?: Lock } => ({}));

/** Stale blocks of the translations of a text, by the ids that the record has. */
export function staleOf(draft: Draft, key: TextKey, texts: TextInLanguage[]): StaleTranslation[] {
  const source = sourceLanguageOf(draft, key);
  const original = texts.find(({ lang }) => lang === source);
  if (!original) return [];
  const translations = texts.filter((text) => text !== original);
  return staleIn(
    readLock(draft),
    translations.map(({ file, lang }) => ({ file, lang, original: original.parts })),
  );
}

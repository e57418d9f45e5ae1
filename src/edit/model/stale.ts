import { SOURCE } from '../../check/translations/read-translations.ts';
import { parseLock, staleIn, type StaleTranslation } from '../../check/translations/translations-lock.ts';
import { memoizeLast } from '../../shared/memoize.ts';
import { currentSite } from '../current-site.ts';
import { lockOf } from '../files/folders.ts';
import type { Draft } from '../files/unsaved-files.ts';
import type { TextInLanguage } from './text-in-language.ts';

/** The record of translations as it will be. */
export const readLock = (draft: Draft) => {
  const file = lockOf(draft.folders);
  return parseText(`${file}\0${draft.read(file) ?? ''}`);
};

const parseText = memoizeLast((input: string) => {
  const [file = '', text] = input.split('\0', 2);
  return parseLock(currentSite().folder, file, text ? Buffer.from(text) : undefined);
});

/** Stale blocks of the translations of a text, by the ids that the record has. */
export function staleOf(draft: Draft, texts: TextInLanguage[]): StaleTranslation[] {
  const english = texts.find(({ lang }) => lang === SOURCE);
  if (!english) return [];
  const translations = texts.filter((text) => text !== english);
  return staleIn(
    readLock(draft),
    translations.map(({ file, lang }) => ({ file, lang, english: english.parts })),
  );
}

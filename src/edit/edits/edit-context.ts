import { fileOf } from '../files/folders.ts';
import type { Draft } from '../files/unsaved-files.ts';
import { sourceLanguageOf } from '../model/source-language.ts';
import { readTextIn, readTexts, type TextInLanguage } from '../model/text-in-language.ts';
import type { TextKey } from '../protocol.ts';
import { refuse } from './refused-edit.ts';

/** What edits change, and what they know. */
export interface EditContext {
  draft: Draft;
  /** Configured languages, and those that have translations of the interface. */
  languages: string[];
  /** Configured languages of each brand and host, and of `shared`. */
  scopes: ReadonlyMap<string, string[]>;
  /** Such as `2026-11-02`. */
  today: string;
  /** Texts of a block by language before it was changed first, if it was changed before this save. */
  baseOf: (key: TextKey, block: string) => Record<string, string> | undefined;
}

/** A text that an edit changes. */
export function textToEdit({ draft }: EditContext, key: TextKey, lang: string): TextInLanguage {
  const text = readTextIn(draft, key, lang);
  const file = fileOf(draft.folders, key, lang);
  return text ?? refuse(file, 'the file is missing', `Create the text in the language "${lang}" first`);
}

/** A text in all languages that have it, its source language first. */
export function textsToEdit({ draft, languages }: EditContext, key: TextKey): [TextInLanguage, ...TextInLanguage[]] {
  const [first, ...others] = readTexts(draft, key, languages);
  if (!first)
    refuse(fileOf(draft.folders, key, sourceLanguageOf(draft, key)), 'the text is missing', 'Create it first');
  return [first, ...others];
}

import { required } from '../../shared/required.ts';
import { fileOf, WORDS } from '../files/folders.ts';
import type { Draft } from '../files/unsaved-files.ts';
import type { TextKey } from '../protocol.ts';
import { findFolded, fold } from './fold.ts';
import { keysIn } from './overview.ts';
import { readTextIn } from './text-in-language.ts';

/** A block that has the words of a search. */
export interface Match {
  key: TextKey;
  lang: string;
  block: string;
  /** The text around the words, the words, and the text behind them. */
  before: string;
  found: string;
  after: string;
}

/** Characters before and behind the words. */
const CONTEXT = 60;

/**
 * Finds words in all texts, without regard to case and accents.
 * @param max number of matches after which the search ends
 */
export function searchTexts(draft: Draft, languages: string[], words: string, max: number): Match[] {
  const wanted = fold(words.trim());
  const matches: Match[] = [];
  if (!wanted) return matches;
  // The words of buttons are many.
  const texts = [...keysIn(draft), { key: WORDS, languages }];
  for (const { key, languages: inText } of texts) {
    for (const lang of inText) {
      const file = fileOf(draft.folders, key, lang);
      const text = draft.read(file);
      // Most texts lack the words, and are not parsed.
      if (text === undefined || !fold(text).includes(wanted)) continue;
      for (const { id, text: inBlock } of required(readTextIn(draft, key, lang), file).blocks) {
        const place = findFolded(inBlock, wanted);
        if (!place) continue;
        matches.push({
          key,
          lang,
          block: id,
          before: inBlock.slice(Math.max(0, place.start - CONTEXT), place.start),
          found: inBlock.slice(place.start, place.end),
          after: inBlock.slice(place.end, place.end + CONTEXT),
        });
        if (matches.length >= max) return matches;
      }
    }
  }
  return matches;
}

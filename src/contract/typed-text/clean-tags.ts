import { TAG_MAX, TAGS_MAX } from '../chat/partner-wishes.ts';
import { cleanText } from './clean-text.ts';

/** All but letters, digits and joiners of words: a tag holds no link and no address. */
const NO_WORDS = /[^\p{L}\p{M}\p{N}'’&+-]+/gu;

/** Cleans typed interests for comparison and display, such as `#Board  games` to `board games`; drops empty, equal and surplus tags. */
export function cleanTags(raw: readonly string[]): string[] {
  const tags = raw.map((tag) => {
    const words = cleanText(tag).toLowerCase().replaceAll(NO_WORDS, ' ').trim();
    return [...words].slice(0, TAG_MAX).join('').trim();
  });
  return [...new Set(tags)].filter((tag) => /[\p{L}\p{N}]/u.test(tag)).slice(0, TAGS_MAX);
}

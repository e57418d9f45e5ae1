/** Reading time in minutes, at 220 words a minute. */
export const readingMinutes = (html: string, lang: string): number =>
  Math.max(1, Math.round(countWords(html, lang) / 220));

/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Characters among which {@link UNSPACED} are. Looking for these is several times as fast. */
const BEYOND_ARABIC = /[\u0E00-\u1FFF\u2E80-\uFFFF]/;

/** A segmenter finds words of every script, but takes a thousand times as long as counting spaces. */
function countWords(html: string, lang: string): number {
  const text = BEYOND_ARABIC.test(html) && UNSPACED.test(html) ? html.replace(/<[^>]+>/g, '') : '';
  if (!UNSPACED.test(text)) return countSpacedWords(html);
  const segments = new Intl.Segmenter(lang, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}

/**
 * Counts runs of characters other than white space. Tags are skipped and separate no words.
 * @param html in which each `<` begins a tag
 */
export function countSpacedWords(html: string): number {
  let count = 0;
  let isInWord = false;
  for (let index = 0; index < html.length; index += 1) {
    const code = html.charCodeAt(index);
    if (code === LESS_THAN) {
      index = html.indexOf('>', index);
      if (index < 0) break;
    } else if (isSpace(code)) isInWord = false;
    else if (!isInWord) {
      isInWord = true;
      count += 1;
    }
  }
  return count;
}

const LESS_THAN = 60;

/** `\s` of regular expressions. */
const isSpace = (code: number): boolean =>
  code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code === 160 || (code >= 0x1680 && WIDE_SPACES.has(code));

const WIDE_SPACES = new Set([
  0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** Reading time in minutes, at 220 words a minute. */
export const readingMinutes = (html: string, lang: string): number =>
  Math.max(1, Math.round(countWords(html.replace(/<[^>]+>/g, ''), lang) / 220));

/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** A segmenter finds words of every script, but takes a hundred times as long as counting spaces. */
function countWords(text: string, lang: string): number {
  if (!UNSPACED.test(text)) return (text.match(/\S+/g) ?? []).length;
  const segments = new Intl.Segmenter(lang, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}

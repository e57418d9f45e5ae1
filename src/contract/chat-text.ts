/** Most lines of a text: the longest one that has no line breaks fills as many on a phone. */
const LINES_MAX = 50;

/** Most marks on one letter. Hebrew with vowels and cantillation, Tibetan and Burmese need up to five. */
const MARKS_MAX = 5;

/**
 * Characters without a glyph, and those that turn the direction of the text around them.
 * @see https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const INVISIBLE = /(?![\n\t])\p{Cc}|(?![\p{M}\u{E0020}-\u{E007F}\u200C\u200D])\p{DI}|[\uFFF9-\uFFFB]/gu;

/** Joiners where they join nothing: alphabets of Europe do without, other scripts and emoji need them. */
const LOOSE_JOINER =
  /(?<![[\p{L}\p{M}\p{ExtPict}\p{EMod}]--[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]])[\u200C\u200D]/gv;

/** Tags that do not belong to the flag of a region, such as Scotland's. */
const LOOSE_TAG = /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0020}-\u{E007F}]/gu;

/** Marks on one letter, and what may stand between them. */
const MARKS = /[\p{M}\u200C\u200D]+/gu;

/** Anything that leaves ink. The braille blank and the null notehead are symbols without a dot of it. */
const VISIBLE = /(?![\u2800\u{1D159}\p{DI}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** A text that people typed, as everybody may see it and every database keeps it; empty where nothing in it is visible. */
export function cleanText(raw: string): string {
  const characters = raw
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(LOOSE_JOINER, '')
    .replaceAll(LOOSE_TAG, '')
    .normalize('NFC')
    .replaceAll(MARKS, boundMarks);
  return boundLines(characters.split('\n')).trim();
}

function boundMarks(marks: string): string {
  let count = 0;
  return [...marks].filter((character) => !/\p{M}/u.test(character) || ++count <= MARKS_MAX).join('');
}

/** Keeps one blank line of several, none at the beginning or the end, and the rest of too many lines in the last one. */
function boundLines(all: string[]): string {
  const isVisible = all.map((line) => VISIBLE.test(line));
  const lines = all
    .filter((_, number) => isVisible[number] || isVisible[number - 1])
    .map((line) => (VISIBLE.test(line) ? line : ''));
  if (!lines.at(-1)) lines.pop();
  return [...lines.slice(0, LINES_MAX - 1), lines.slice(LINES_MAX - 1).join(' ')].join('\n');
}

import { isVisible } from './is-visible.ts';

/** Most lines of a text: the longest text without line breaks fills as many lines on a phone. */
const LINES_MAX = 50;

/** Most marks on a letter. Hebrew with vowels and cantillation, Tibetan and Burmese need up to five. */
const MARKS_MAX = 5;

/**
 * Characters without a glyph, and characters that change the direction of the text around them.
 * @see https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const INVISIBLE = /[[\p{Cc}\p{DI}\uFFF9-\uFFFB]--[\n\t\p{M}\u{E0020}-\u{E007F}\u200C\u200D]]/gv;

/** Joiners without function: Latin, Cyrillic and Greek need none; other scripts and emoji do. */
const LOOSE_JOINER =
  /(?<![[\p{L}\p{M}\p{ExtPict}\p{EMod}]--[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]])[\u200C\u200D]/gv;

/** Tags outside the flag of a region, such as Scotland's. */
const LOOSE_TAG = /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0020}-\u{E007F}]/gu;

/**
 * Most marks in a row before normalization, which sorts them in a time that grows with the square of their number.
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const SORTED_MAX = 30;

const MARKS = /\p{M}{2,}/gu;

/** Marks on a letter, and joiners between them. */
const MARKS_OF_LETTER = /[\p{M}\u200C\u200D]{2,}/gu;

/** Cleans a typed text for storage and display. Returns an empty string if no character is visible. */
export function cleanText(raw: string): string {
  const characters = raw
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(LOOSE_JOINER, '')
    .replaceAll(LOOSE_TAG, '')
    .replaceAll(MARKS, boundMarks(SORTED_MAX))
    .normalize('NFC')
    .replaceAll(MARKS_OF_LETTER, boundMarks(MARKS_MAX));
  return boundLines(characters.split('\n')).trim();
}

/** @returns a function that keeps the first marks of a run, and joiners */
const boundMarks = (max: number) => (run: string) => {
  if (run.length <= max) return run;
  let count = 0;
  return [...run].filter((character) => !/\p{M}/u.test(character) || ++count <= max).join('');
};

/** Collapses blank lines, trims them at both ends, and joins lines beyond the limit into the last line. */
function boundLines(all: string[]): string {
  const lines = all
    .map((line) => (isVisible(line) ? line : ''))
    .filter((line, number, visible) => line || visible[number - 1]);
  if (!lines.at(-1)) lines.pop();
  return [...lines.slice(0, LINES_MAX - 1), lines.slice(LINES_MAX - 1).join(' ')].join('\n');
}

import { nicknameKey } from '../../../shared/text/nickname-key.ts';
import { reservedNicknames } from './reserved-nicknames.ts';

/**
 * Whether a nickname could pass for staff of a brand, in any language and spelling: `M0derator`, `4dm1n`, `Admin 7`.
 * @param brand name of the brand
 */
export function isReserved(nickname: string, brand: string): boolean {
  const parts = nickname.split(/[ _-]|(?<=\p{Ll})(?=\p{Lu})/u);
  const whole = readingsOf(nickname);
  if ([...parts.flatMap(readingsOf), ...whole].some((key) => TITLES.has(key))) return true;
  const ofWords = new RegExp(`^(?:${[...WORDS, plainKey(brand)].map((word) => RegExp.escape(word)).join('|')})+$`);
  return whole.some((key) => ofWords.test(key));
}

/** All readings of a text: its digits as letters, or as a number before, after or inside a word. */
function readingsOf(text: string): string[] {
  const words = [text, ...[/\d+$/, /^\d+|\d+$/g, /\d/g].map((digits) => text.replace(digits, ''))];
  return words.flatMap((word) => [word, withLetters(word)]).map(plainKey);
}

/** Replaces digits by letters in a word with letters: `4dmin`. `nicknameKey` itself equates 0 with O and 1 with l. */
const withLetters = (word: string): string =>
  /\p{L}/u.test(word) ? word.replaceAll(/[3-9]/g, (digit) => LETTERS[digit] ?? digit) : word;

/** @see https://en.wikipedia.org/wiki/Leet */
const LETTERS: Record<string, string> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' };

/** Key without accents: `Ádmin` reads as `Admin`. */
const plainKey = (text: string): string => nicknameKey(text.normalize('NFD').replaceAll(/\p{M}/gu, ''));

const all = Object.values(reservedNicknames);
const TITLES = new Set(all.flatMap(({ titles }) => titles.split(/\s+/)).map(plainKey));
const WORDS = [...TITLES, ...new Set(all.flatMap(({ words }) => words.split(/\s+/)).map(plainKey))];

import unhomoglyph from 'unhomoglyph';

import { reservedNicknames } from './reserved-nicknames.ts';

/**
 * The same for nicknames that look alike in upper or lower case: `Вова` and `Boba`, `Iris` and `lris`, `Ｌena` and `lena`.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export function nicknameKey(nickname: string): string {
  const upper = unhomoglyph(nickname.normalize('NFKC').toUpperCase());
  const lower = unhomoglyph(upper.toLowerCase());
  return lower.toLowerCase().replaceAll(/[ _-]/g, '');
}

/**
 * Whether a nickname could be taken for the people who run a brand, in any language and spelling: `M0derator`, `Admin 7`.
 * @param brand its name
 */
export function isReserved(nickname: string, brand: string): boolean {
  const parts = [...nickname.split(/[ _-]|(?<=\p{Ll})(?=\p{Lu})/u), nickname].flatMap((part) => [
    part,
    part.replaceAll(/\d/g, ''),
  ]);
  const keys = parts.map(plainKey);
  if (keys.some((key) => TITLES.has(key))) return true;
  const ofWords = new RegExp(`^(?:${[...WORDS, plainKey(brand)].map((word) => RegExp.escape(word)).join('|')})+$`);
  return keys.slice(-2).some((key) => ofWords.test(key));
}

/** Without accents: `Ádmin` reads as `Admin`. */
const plainKey = (text: string): string => nicknameKey(text.normalize('NFD').replaceAll(/\p{M}/gu, ''));

const all = Object.values(reservedNicknames);
const TITLES = new Set(all.flatMap(({ titles }) => titles).map(plainKey));
const WORDS = [...TITLES, ...new Set(all.flatMap(({ words }) => words).map(plainKey))];

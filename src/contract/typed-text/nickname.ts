import type { ErrorCode } from '../form-errors.ts';
import { withoutNonJoiners } from './non-joiners.ts';

/** Length of a nickname in characters as readers see them (grapheme clusters). Two are a full name in Chinese. */
const NICKNAME_MIN = 2;
const NICKNAME_MAX = 24;

/**
 * Returns why a nickname is refused; undefined for a valid nickname in NFKC. Browser and service share this rule.
 * @see https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts
 * @see https://www.unicode.org/reports/tr39/#Restriction_Level_Detection “Single Script”
 */
export function nicknameError(nickname: string): ErrorCode | undefined {
  const length = lengthOf(nickname);
  if (length < NICKNAME_MIN || length > NICKNAME_MAX) return 'nicknameLength';
  const letters = withoutNonJoiners(nickname);
  return FORM.test(letters) && ALPHABETS.some((alphabet) => alphabet.test(letters)) ? undefined : 'nicknameLetters';
}

/** No longer text, in UTF-16 units, is a nickname: it need not be normalized or segmented. */
export const NICKNAME_UNITS = 20 * NICKNAME_MAX;

/** Firefox has the segmenter since version 125. */
function lengthOf(text: string): number {
  if (text.length > NICKNAME_UNITS) return text.length;
  return typeof Intl.Segmenter === 'function' ? [...new Intl.Segmenter('en').segment(text)].length : [...text].length;
}

/**
 * Letters and digits of a single numeral system, with single separators between them; at most four marks on a letter, none of them twice.
 * Tibetan separates syllables by a point. Characters without a glyph are refused, except the joiner of Sinhala conjuncts
 * and {@link withoutNonJoiners}.
 * @see https://www.unicode.org/reports/tr39/#Optional_Detection
 */
const FORM =
  /^(?!.*(?:[ _་-](?:[ _་-]|\p{M}|$)|\p{M}{5}|(\p{M})\1|(?!\u0DCA\u200D[යර]).\u200D|(?!\u200D)\p{DI}|\u0640))(?!.*\d.*(?!\d)\p{Nd}|.*(?!\d)\p{Nd}.*\d)[\p{L}\p{Nd}]/u;

/**
 * Letters of Latin, Cyrillic and Greek are those of living languages. Phonetic, historic and technical letters are left out: `ᴀ`,
 * `ʟ` and `ǀ` look like other letters, and Unicode's list of confusables does not contain all of them.
 */
const OWN_LETTERS = [
  'A-Za-zÀ-ÖØ-öø-ſƏəƠơƯưȘ-țḀ-ỿ',
  '\\u0400-\\u045F\\u048A-\\u04FF',
  '\\u0386\\u0388-\\u03CE\\u1F00-\\u1FFC',
];

/** Other recommended scripts. Japanese, Korean and Chinese with Bopomofo write Han beside their own letters. */
const SCRIPTS = [
  ...'Arab Armn Beng Deva Ethi Geor Gujr Guru Hebr Knda Khmr Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt'.split(
    ' ',
  ),
  'Hani Hira Kana',
  'Hani Hang',
  'Hani Bopo',
].map((scripts) => scripts.replaceAll(/\w+ ?/g, (script) => `\\p{scx=${script.trim()}}`));

const ALPHABETS = [...OWN_LETTERS, ...SCRIPTS].map(
  (letters) => new RegExp(`^(?:[0-9 _\\u200D-]|(?=[\\p{L}\\p{M}\\p{Nd}་])[${letters}])+$`, 'u'),
);

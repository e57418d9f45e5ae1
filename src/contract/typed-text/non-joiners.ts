/** Arabic letters that join the next letter, and letters that join the letter before alone. @see https://www.unicode.org/Public/UCD/latest/ucd/ArabicShaping.txt */
const DUAL_JOINING =
  '\\u0620\\u0626\\u0628\\u062A-\\u062E\\u0633-\\u063F\\u0641-\\u0647\\u0649\\u064A\\u066E\\u066F\\u0678-\\u0687\\u069A-\\u06BF\\u06C1\\u06C2\\u06CC\\u06CE\\u06D0\\u06D1\\u06FA-\\u06FC\\u06FF\\u0750-\\u0758\\u075C-\\u076A\\u076D-\\u0770\\u0772\\u0775-\\u0777\\u077A-\\u077F';
const RIGHT_JOINING =
  '\\u0622-\\u0625\\u0627\\u0629\\u062F-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699\\u06C0\\u06C3-\\u06CB\\u06CD\\u06CF\\u06D2\\u06D3\\u06D5\\u06EE\\u06EF\\u0759-\\u075B\\u076B\\u076C\\u0771\\u0773\\u0774\\u0778\\u0779';

/** Viramas and nuktas of the scripts of India and Sri Lanka. */
const VIRAMA = '[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA]';
const NUKTA = '[\\u093C\\u09BC\\u0A3C\\u0ABC\\u0B3C\\u0CBC]?';

/** Contexts in which a zero-width non-joiner is visible: rule A1 breaks a cursive connection, rule A2 a conjunct. */
const VISIBLE = new RegExp(
  `([${DUAL_JOINING}]\\p{Mn}*)\\u200C(?=\\p{Mn}*[${DUAL_JOINING}${RIGHT_JOINING}])|(\\p{L}${NUKTA}${VIRAMA})\\u200C(?=\\p{L})`,
  'gu',
);

/**
 * Removes zero-width non-joiners where they are visible, as Persian and the scripts of India write them; others stay.
 * @example `می‌خواهم` becomes `میخواهم`
 * @see https://www.unicode.org/reports/tr31/tr31-37.html#Layout_and_Format_Control_Characters
 */
export const withoutNonJoiners = (text: string): string => text.replaceAll(VISIBLE, '$1$2');

/**
 * Replaces the characters that stand for whole Arabic phrases, such as `ﷺ`, by a space. Normalized, they would be up to 18 times as long,
 * and so would be the work on a text of them.
 */
export const withoutPhrases = (text: string): string => text.replaceAll(/[\uFDFA\uFDFB]/g, ' ');

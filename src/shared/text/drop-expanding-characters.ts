/**
 * Replaces the characters that stand for whole phrases and words, such as `ﷺ` and `㌖`, by a space. Normalized, they would be 5 to 18 times
 * as long, and so would be the work on a text of them.
 */
export const dropExpandingCharacters = (text: string): string =>
  text.replaceAll(/[\uFDFA\uFDFB\u321D\u321E\u327C\u3300-\u3357\u33AE\u33AF]/g, ' ');

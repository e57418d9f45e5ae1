import unhomoglyph from 'unhomoglyph';

/**
 * Folds letters that look alike in upper or lower case: `Вова` and `Boba`, `Iris` and `lris` become the same.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export function foldLookalikes(text: string): string {
  const upper = unhomoglyph(text.toUpperCase());
  return unhomoglyph(upper.toLowerCase()).toLowerCase();
}

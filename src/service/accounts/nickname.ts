import unhomoglyph from 'unhomoglyph';

/**
 * The same for nicknames that look alike in upper or lower case: `Вова` and `Boba`, `Iris` and `lris`, `Ｌena` and `lena`.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export function nicknameKey(nickname: string): string {
  const upper = unhomoglyph(nickname.normalize('NFKC').toUpperCase());
  const lower = unhomoglyph(upper.toLowerCase());
  return lower.toLowerCase().replaceAll(/[ _-]/g, '');
}

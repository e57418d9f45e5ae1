import { foldLookalikes } from './fold-lookalikes.ts';

/**
 * Returns the same key for nicknames that look alike in upper or lower case: `Вова` and `Boba`, `Iris` and `lris`, `Ｌena` and `lena`.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export function nicknameKey(nickname: string): string {
  return foldLookalikes(nickname.normalize('NFKC')).replaceAll(/[ _\-་\u200C\u200D]/g, '');
}

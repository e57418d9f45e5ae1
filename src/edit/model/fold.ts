/** Letters that are no base letter with a mark. */
const LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ı: 'i', œ: 'oe', æ: 'ae', ё: 'е', ς: 'σ' };

/** A text for comparisons: without case, and without marks such as accents. The folded parts of a text are its folded text. */
export const fold = (text: string): string =>
  /^[\n -~]*$/.test(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .replaceAll(/[ßłøđıœæёς]/g, (letter) => LETTERS[letter] ?? letter)
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '');

/**
 * Finds a folded text in another text.
 * @returns where it begins and ends in the other text as it is written
 */
export function findFolded(text: string, wanted: string): { start: number; end: number } | undefined {
  const place = fold(text).indexOf(wanted);
  if (place < 0) return undefined;
  const start = offsetOf(text, place);
  return { start, end: offsetOf(text, place + wanted.length) };
}

/** The offset of a character by its offset in the folded text. */
function offsetOf(text: string, folded: number): number {
  let offset = 0;
  let passed = 0;
  for (const letter of text) {
    if (passed >= folded) break;
    passed += fold(letter).length;
    offset += letter.length;
  }
  return offset;
}

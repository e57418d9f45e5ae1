/** Encodings that text files lie in beside themselves, by the ending that it adds to their name. */
export const encodings = { '.br': 'br', '.gz': 'gzip' };

/** Whether a file is the compressed form of another. */
export const isCompressedForm = (file: string): boolean => /\.(br|gz)$/.test(file);

type Ending = keyof typeof encodings | '';

/**
 * How every server reads Accept-Encoding: the first pattern that it matches, whatever its case, says what to add to a file's
 * name. Brotli goes before gzip whatever their `q` is, but one of 0 refuses.
 */
export const endingPatterns: [pattern: string, ending: Ending][] = [
  [accepting('br'), '.br'],
  [accepting('gzip'), '.gz'],
  // Refused, or it would have matched above: then "*" does not mean it.
  ['(?:^|,)\\s*br\\s*;', ''],
  [accepting('\\*'), '.br'],
];

/** What to add to the name of a text file for a visitor. */
export const endingFor = (acceptEncoding = ''): Ending =>
  endingPatterns.find(([pattern]) => new RegExp(pattern, 'i').test(acceptEncoding))?.[1] ?? '';

/** In the syntax that JavaScript, nginx and Caddy share. */
function accepting(coding: string): string {
  return `(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?:1|0\\.0*[1-9])[0-9.]*)?\\s*(?:,|$)`;
}

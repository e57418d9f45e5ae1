/** Encodings of the files beside every text file, by ending. */
export const encodings = { '.br': 'br', '.gz': 'gzip', '.dcz': 'dcz' };

/** Whether a file gets compressed files beside it. Pictures are compressed already. */
export const isText = (file: string): boolean =>
  /\.(html|json|speculationrules|dictionary|xml|atom|txt|svg|js|css)$/.test(file);

/** Whether a file is the compressed form of another. */
export const isCompressedForm = (file: string): boolean => /\.(br|gz|dcz)$/.test(file);

type Ending = keyof typeof encodings | '';

/** Matches Accept-Encoding, in any case, if the client reads pages that are compressed with a dictionary. No `*` includes them. */
export const DICTIONARY_PATTERN = accepting('dcz');

/**
 * The first pattern that matches Accept-Encoding, in any case, names the ending of the file to send. Brotli goes before gzip for any `q`
 * but 0. All servers use these patterns.
 */
export const endingPatterns: [pattern: string, ending: Ending][] = [
  [accepting('br'), '.br'],
  [accepting('gzip'), '.gz'],
  // Brotli with q=0, or the first pattern had matched. Then "*" does not include it.
  ['(?:^|,)\\s*br\\s*;', ''],
  [accepting('\\*'), '.br'],
];

/** The ending of the file to send for a text file. */
export const endingFor = (acceptEncoding = ''): Ending =>
  endingPatterns.find(([pattern]) => new RegExp(pattern, 'i').test(acceptEncoding))?.[1] ?? '';

/** A pattern in the syntax that JavaScript, nginx and Caddy share. */
function accepting(coding: string): string {
  return `(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?:1|0\\.0*[1-9])[0-9.]*)?\\s*(?:,|$)`;
}

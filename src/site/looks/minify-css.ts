const SPACE = String.raw`(?:\s|/\*[^]*?\*/)`;
const STRING = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;

/** Strings, URLs beside the stylesheet, and comments, space and zeros that mean nothing. */
const PARTS = new RegExp(
  String.raw`(${STRING})|url\(\s*(["']?)\./([^"')]+)\2\s*\)|${SPACE}*([{};])${SPACE}*|:${SPACE}+|${SPACE}+|(?<![\w.#-])0(?=\.\d)`,
  'g',
);

/**
 * Removes comments and space from a stylesheet, which every page of its look contains.
 * @param locate gives the URL of a file beside the stylesheet
 */
export const minifyCss = (css: string, locate: (file: string) => string): string =>
  css
    .replaceAll(PARTS, (part, text?: string, _quote?: string, file?: string, mark?: string) => {
      if (file !== undefined) return `url(${locate(file)})`;
      if (text) return /["\\]/.test(text.slice(1, -1)) ? text : `"${text.slice(1, -1)}"`;
      if (part === '0') return '';
      return mark ?? (part.startsWith(':') ? ':' : ' ');
    })
    .trim()
    .replaceAll(';}', '}');

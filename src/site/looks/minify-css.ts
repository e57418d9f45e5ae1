const COMMENT = String.raw`/\*[^*]*\*+(?:[^/*][^*]*\*+)*/`;
const SPACE = String.raw`(?:\s|${COMMENT})`;
const STRING = String.raw`"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'`;

/** URLs, strings, and comments and space that mean nothing. */
const PARTS = new RegExp(
  String.raw`\burl\(\s*(?:(${STRING})|([^"'()\s]*))\s*\)|${STRING}|${SPACE}*([{};])${SPACE}*|:${SPACE}+|${SPACE}+`,
  'gi',
);

/** The address of something that lies nowhere beside the stylesheet. */
const ELSEWHERE = /^(?:[a-z][\w+.-]*:|\/|#|$)/i;

/**
 * Removes comments and space from a stylesheet, which every page of its look contains.
 * @param locate gives the URL of a file beside the stylesheet, without quotes
 */
export const minifyCss = (css: string, locate: (file: string) => string): string =>
  css
    .replaceAll(PARTS, (part, quoted?: string, plain?: string, mark?: string) => {
      const url = quoted?.slice(1, -1) ?? plain;
      if (url !== undefined) return ELSEWHERE.test(url) ? part : `url(${locate(url)})`;
      if (/^["']/.test(part)) return /["\\]/.test(part.slice(1, -1)) ? part : `"${part.slice(1, -1)}"`;
      return mark ?? (part.startsWith(':') ? ':' : /\s/.test(part.replaceAll(COMMENTS, '')) ? ' ' : '');
    })
    .trim()
    .replaceAll(';}', '}');

const COMMENTS = new RegExp(COMMENT, 'g');

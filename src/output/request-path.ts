/**
 * Matches a request target that no client sends by itself: a path with the segments `.` or `..`, also encoded, or with NUL. Ignores case.
 * Like the other patterns here it is in the syntax that JavaScript, nginx and Caddy share.
 */
export const INVALID_TARGET = '^[^?#]*(?:(?:/|%2f)(?:[.]|%2e){1,2}(?:/|%2f|[?#]|$)|%00)';

/** Matches paths of files that are the same for all languages of a host: its default edition answers for them. */
export const HOST_PATHS = '^/(?:robots[.]txt|sitemap[.]xml|favicon[.]svg|speculation-rules[.]json|[.]well-known/.*)$';

/** Captures the language of a path whose file any edition of the host may send. */
export const TRANSLATION_PATHS = '^/assets/i18n/([A-Za-z0-9-]+)[.]json$';

/** What a request line asks for. */
export interface RequestTarget {
  /** Host of a URL in the request line, which goes before the header (RFC 9112, section 3.2.2). */
  host: string | undefined;
  /** Decoded. File names are ASCII, so that each byte is a character. */
  path: string;
  /** Without `?`. */
  search: string;
}

/** @returns nothing where the request target is malformed */
export function parseRequestTarget(url: string): RequestTarget | undefined {
  const [, host, target] = /^(?:https?:\/\/([^/?#]*))?([^]*)$/i.exec(url)!;
  const [, path = '', search = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(target!)!;
  if (invalid.test(target!) || /%(?![0-9a-f]{2})/i.test(path) || !/^(\/|$)/.test(path)) return undefined;
  const decoded = path.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { host, path: decoded || '/', search };
}

const invalid = new RegExp(INVALID_TARGET, 'i');

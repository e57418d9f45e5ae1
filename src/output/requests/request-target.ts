import { hostFileNames, sitemapPart } from '../../site/host-wide-files.ts';

/**
 * Matches an invalid request target: a path with NUL or the segments `.` or `..`, also encoded. Browsers send none of them. Ignores case.
 * All patterns of this file are in the syntax that JavaScript, nginx and Caddy share.
 */
export const INVALID_TARGET = '^[^?#]*(?:(?:/|%2f)(?:[.]|%2e){1,2}(?:/|%2f|[?#]|$)|%00)';

/** Matches paths of files that all languages of a host share. Its default edition answers them. */
export const HOST_PATHS = `^/(?:${[...Object.values(hostFileNames), sitemapPart('[0-9]+')]
  .filter((file) => !file.startsWith('.well-known/'))
  .map((file) => file.replaceAll('.', '[.]'))
  .join('|')}|[.]well-known/.*)$`;

/** Captures the language of a translation file. Any edition of the host may answer it. */
export const TRANSLATION_PATHS = '^/assets/i18n/([A-Za-z0-9-]+)[.]json$';

/** Parts of a request line. */
export interface RequestTarget {
  /** Host of an absolute URL in the request line, which overrides the header (RFC 9112, section 3.2.2). */
  host: string | undefined;
  /** Decoded byte by byte, because file names are ASCII. */
  path: string;
  /** Without `?`. */
  search: string;
}

/** @returns undefined where the request target is malformed */
export function parseRequestTarget(url: string): RequestTarget | undefined {
  const [, host, target = ''] = /^(?:https?:\/\/([^/?#]*))?([^]*)$/i.exec(url) ?? [];
  const [, path = '', search = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(target) ?? [];
  if (invalid.test(target) || /%(?![0-9a-f]{2})/i.test(path) || !/^(\/|$)/.test(path)) return undefined;
  const decoded = path.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { host, path: decoded || '/', search };
}

const invalid = new RegExp(INVALID_TARGET, 'i');

/**
 * Whether a request has several `Host` headers. Node would use the first, a proxy perhaps the last.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 such a request is answered 400
 */
export const hasSeveralHosts = ({ headersDistinct }: { headersDistinct: NodeJS.Dict<string[]> }): boolean =>
  (headersDistinct['host'] ?? []).length > 1;

/** Text of the answer to it. */
export const SEVERAL_HOSTS = 'There are several Host headers.\n';

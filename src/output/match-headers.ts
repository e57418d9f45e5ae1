import { routes } from '../site/editions/routes.ts';
import type { ManifestEdition } from './manifest.ts';

export type HeaderRule = ManifestEdition['headers'][number];

/** Pages that may use camera and microphone. */
export const CAMERA_PATHS = [routes.chat.path, routes.test.path] as const;

/** The page that shows the account and its messages. Neither the disk nor the back/forward cache may keep it. */
export const PRIVATE_PATH = routes.chat.path;

/** Servers send it over HTTPS only, which a proxy before them may have ended. @see https://www.rfc-editor.org/rfc/rfc6797#section-7.2 */
export const HSTS = 'Strict-Transport-Security';

/** Headers that have an effect on documents only. */
export const DOCUMENT_HEADERS = [
  'Content-Security-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'Speculation-Rules',
  'Link',
];

/**
 * Pattern of files that are no documents: servers leave those headers out. They are longer than many scripts, and nginx compresses no header
 * that it has sent before. A CDN that does may send them.
 */
export const NO_DOCUMENT_PATHS = '^/(?:_astro|assets/i18n)/';

/** The headers of a path. */
export function headersFor(rules: HeaderRule[], path: string): Record<string, string> {
  const matching = rules.filter((rule) =>
    rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path,
  );
  const headers = Object.assign({}, ...matching.map((rule) => rule.headers)) as Record<string, string>;
  if (new RegExp(NO_DOCUMENT_PATHS).test(path)) for (const name of DOCUMENT_HEADERS) delete headers[name];
  return headers;
}

import type { Brand } from '../site/editions/editions.ts';

/** Header in which a CDN reads the keys of an answer. */
export type SurrogateHeader = NonNullable<Brand['surrogateKeys']>;

/** Cloudflare and Fastly read 1,024 characters of a key. Longer paths get no keys, so that no key is ever cut. */
const MAX_PATH_LENGTH = 200;

/**
 * Captures the path of a page or file, below `/`, in a request path or in the path of a file. It matches characters of published paths
 * only, so that no request can write a header. JavaScript, nginx and Caddy share its syntax.
 */
export const KEY_PATH = `^/(?:index[.]html|([A-Za-z0-9._/-]{0,${MAX_PATH_LENGTH}}?)(?:[.]html)?)(?:[.]br|[.]gz|[.]dcz)?$`;

/** Key of all answers of an edition. */
export const editionKey = ({ host, lang }: { host: string; lang: string }): string => `${lang}@${host}`;

/** Key of a URL, in every language that the host serves there. */
export const urlKey = (host: string, path: string): string => `${host}${path}`;

/** Key of a text: the answers at a path in a language, on all hosts. */
const textKey = (lang: string, path: string): string => `${lang}${path}`;

/** Between two keys. */
export const keySeparator = (header: SurrogateHeader): string => (header === 'Surrogate-Key' ? ' ' : ',');

/** The header with the keys of an answer; empty where the path has none. */
export function surrogateKeysFor(
  { host, lang, surrogateKeys }: { host: string; lang: string; surrogateKeys?: SurrogateHeader | undefined },
  path: string,
): Record<string, string> {
  const match = new RegExp(KEY_PATH).exec(path);
  if (!surrogateKeys || !match) return {};
  const below = `/${match[1] ?? ''}`;
  const keys = [editionKey({ host, lang }), urlKey(host, below), textKey(lang, below)];
  return { [surrogateKeys]: keys.join(keySeparator(surrogateKeys)) };
}

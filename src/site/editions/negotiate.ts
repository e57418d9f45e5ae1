import { type LanguagePatterns, languagePatterns } from './language-patterns.ts';

export interface LanguagePreferences {
  /** Language that the URL or the page asks for; see {@link languageInQuery}. */
  query: string | null;
  /** Header `Cookie`; its `lang` counts. */
  cookies: string | undefined;
  /** Header `Accept-Language`. */
  acceptLanguage: string | undefined;
}

/** Headers of a request that say which language is wished, for `Vary`. */
export const LANGUAGE_HEADERS = 'Accept-Language, Cookie';

/** The host a request is for: lower case, without port, and without the `.localhost` of a machine that shows the site to its maker. */
export function hostOf(hostHeader: string): string {
  return hostHeader
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/(.)\.localhost$/, '$1');
}

/**
 * The edition of a host that answers a visitor: `?lang=`, else the cookie, else the best match of Accept-Language, else the
 * host's default. {@link languagePatterns} is the whole rule.
 * @param editions the editions of one host, its default first
 */
export function negotiate<Edition extends { lang: string }>(editions: Edition[], wishes: LanguagePreferences): Edition {
  const { cookie, acceptLanguage, ranges } = patternsOf(editions);
  const supports = (lang?: string | null): Edition | undefined => editions.find((edition) => edition.lang === lang);
  const range = new RegExp(acceptLanguage, 'i').exec(wishes.acceptLanguage ?? '')?.[1];
  return (
    supports(wishes.query) ??
    supports(new RegExp(cookie).exec(wishes.cookies ?? '')?.[1]) ??
    supports(range && ranges.find(([pattern]) => new RegExp(pattern, 'i').test(range))?.[1]) ??
    editions[0]!
  );
}

/**
 * The language that a URL of a host asks for; null where it asks for none that the host has.
 * @param search query of the URL, without `?`
 */
export const languageInQuery = (editions: { lang: string }[], search: string): string | null =>
  new RegExp(patternsOf(editions).query).exec(search)?.[1] ?? null;

/** `Set-Cookie` that remembers a language for a year. */
export const languageCookie = (lang: string): string => `lang=${lang}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`;

const known = new Map<string, LanguagePatterns>();

function patternsOf(editions: { lang: string }[]): LanguagePatterns {
  const tags = editions.map(({ lang }) => lang);
  const patterns = known.get(tags.join()) ?? languagePatterns(tags);
  known.set(tags.join(), patterns);
  return patterns;
}

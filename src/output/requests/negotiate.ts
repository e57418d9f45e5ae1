import { required } from '../../shared/required.ts';
import { LANGUAGE_NAME, type LanguagePatterns, languagePatterns } from './language-patterns.ts';

export interface LanguagePreferences {
  /** Language in the query of the URL; see {@link languageInQuery}. */
  query: string | null;
  /** Header `Cookie`, which may hold {@link languageCookie}. */
  cookies: string | undefined;
  /** Header `Accept-Language`. */
  acceptLanguage: string | undefined;
}

/** Request headers that select the language, for `Vary`. */
export const LANGUAGE_HEADERS = 'Accept-Language, Cookie';

/** The host of a request in lower case, without port and without the `.localhost` of a developer's machine. */
export function hostOf(hostHeader: string): string {
  return hostHeader
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/(.)\.localhost$/, '$1');
}

/**
 * Whether a Host header names a site on a developer's machine, such as `ru.velvet.example.localhost:4321`.
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 */
export const isLocalSite = (hostHeader: string): boolean => /.\.localhost(:\d+)?$/i.test(hostHeader);

/**
 * Selects the edition of a host for a visitor: by `?lang=`, by the cookie, by Accept-Language, or the host's default. The rule is
 * {@link languagePatterns}.
 * @param editions the editions of one host, its default first
 */
export function negotiate<Edition extends { lang: string }>(
  editions: Edition[],
  preferences: LanguagePreferences,
): Edition {
  const { cookie, acceptLanguage, ranges } = patternsOf(editions);
  const supports = (lang?: string | null): Edition | undefined => editions.find((edition) => edition.lang === lang);
  const range = new RegExp(acceptLanguage, 'i').exec(preferences.acceptLanguage ?? '')?.[1];
  return (
    supports(preferences.query) ??
    supports(new RegExp(cookie).exec(preferences.cookies ?? '')?.[1]) ??
    supports(range && ranges.find(([pattern]) => new RegExp(pattern, 'i').test(range))?.[1]) ??
    required(editions[0], 'edition of a host')
  );
}

/**
 * The language in the query of a URL; null where it has none of the host's languages.
 * @param search query of the URL, without `?`
 */
export const languageInQuery = (editions: { lang: string }[], search: string): string | null =>
  new RegExp(patternsOf(editions).query).exec(search)?.[1] ?? null;

/**
 * `Set-Cookie` that remembers a language for a year.
 * @param isLocal whether the host is a local site: WebKit stores no `Secure` cookie there
 */
export const languageCookie = (lang: string, isLocal = false): string =>
  `${LANGUAGE_NAME}=${lang}; Path=/; Max-Age=31536000; SameSite=Lax${isLocal ? '' : '; Secure'}`;

const patternsOf = (editions: { lang: string }[]): LanguagePatterns =>
  languagePatterns(editions.map(({ lang }) => lang));

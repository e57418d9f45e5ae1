import { type Edition, isHostDefault } from './editions.ts';

/** Whether an edition shows its own text on a page. Such a page has its own canonical URL and no alternates in other editions. */
export type OwnsText = (edition: Edition) => boolean;

export interface Alternate {
  /** BCP 47 tag, or `x-default`. */
  hreflang: string;
  href: string;
}

export interface LanguageLink {
  lang: string;
  href: string;
  current: boolean;
}

/** Absolute URL of a page of an edition, with `?lang=` unless the language is the host's default. */
export const absoluteUrl = (edition: Edition, path: string): string =>
  `https://${edition.host}${path}${languageQuery(edition)}`;

/**
 * Link to a page of the same edition that keeps its language without a cookie.
 * @param target path of the page, with query and fragment
 * @example linkTo(germanOnAHostThatIsEnglishFirst, '/rules#rule-7') // '/rules?lang=de#rule-7'
 */
export function linkTo(edition: Edition, target: string): string {
  const query = languageQuery(edition);
  if (!query || /[?&]lang=/.test(target)) return target;
  const [, address = '', fragment = ''] = /^([^#]*)(.*)$/.exec(target)!;
  return `${address}${address.includes('?') ? query.replace('?', '&') : query}${fragment}`;
}

/** The query that selects an edition's language; empty for the host's default. */
export const languageQuery = (edition: Edition): string => (isHostDefault(edition) ? '' : `?lang=${edition.lang}`);

/** Absolute URL of a file that all languages of a host share. */
export const hostUrl = ({ host }: Edition, path: string): string => `https://${host}${path}`;

/**
 * The canonical URL of a page.
 * @param textLang language of the page's text
 * @returns undefined where only closed hosts have the page
 */
export function canonicalUrl(
  edition: Edition,
  path: string,
  editions: Edition[],
  ownsText: OwnsText,
  textLang = edition.lang,
): string | undefined {
  const target = canonicalEdition(edition, editions, ownsText, textLang);
  return target && absoluteUrl(target, path);
}

/**
 * The alternates of a page: the listed edition of each language, and the first language of the default host as `x-default` if the brand
 * sets it or if that language lists a dedicated host. Editions outside their brand's cluster have none.
 */
export function alternates(edition: Edition, path: string, editions: Edition[], ownsText: OwnsText): Alternate[] {
  if (edition.closed || ownsText(edition)) return [];
  const brand = brandOf(edition, editions);
  const listed = languagesOf(brand).flatMap((lang) => listedEdition(brand, lang, ownsText) ?? []);
  const links = listed.map((target) => ({ hreflang: target.lang, href: absoluteUrl(target, path) }));
  const fallback = brand.find((other) => isBrandDefault(other) && !ownsText(other));
  if (fallback && (edition.brand.xDefault || !listed.includes(fallback)))
    links.push({ hreflang: 'x-default', href: absoluteUrl(fallback, path) });
  return links.length > 1 ? links : [];
}

/**
 * The entries of the language menu.
 * @param pathIn path of the same page in another edition
 */
export function languageMenu(
  edition: Edition,
  editions: Edition[],
  pathIn: (edition: Edition) => string,
): LanguageLink[] {
  const brand = brandOf(edition, editions);
  return languagesOf(brand).map((lang) => ({
    lang,
    href: menuHref(edition, lang, brand, pathIn),
    current: lang === edition.lang,
  }));
}

/** Links to the dedicated host, to the same host, or to the listed edition. */
function menuHref(edition: Edition, lang: string, brand: Edition[], pathIn: (edition: Edition) => string): string {
  if (lang === edition.lang) return linkTo(edition, pathIn(edition));
  const listed = listedEdition(brand, lang, () => false)!;
  if (isDedicated(listed)) return absoluteUrl(listed, pathIn(listed));
  const target = brand.find((other) => other.host === edition.host && other.lang === lang && !other.closed) ?? listed;
  const origin = target.host === edition.host ? '' : `https://${target.host}`;
  return `${origin}${pathIn(target)}?lang=${lang}`;
}

function canonicalEdition(
  edition: Edition,
  editions: Edition[],
  ownsText: OwnsText,
  textLang: string,
): Edition | undefined {
  const brand = brandOf(edition, editions);
  if (ownsText(edition)) {
    if (edition.closed) return undefined;
    return brand.find(({ host, lang }) => host === edition.host && lang === textLang) ?? edition;
  }
  const lang = listedEdition(brand, textLang, ownsText) ? textLang : edition.lang;
  if (lang === edition.lang && isBrandDefault(edition)) return edition;
  return listedEdition(brand, lang, ownsText);
}

/** The edition of a language that search engines list: that of the dedicated host, of the default host, or of the first host. */
function listedEdition(brand: Edition[], lang: string, ownsText: OwnsText): Edition | undefined {
  const free = brand.filter((other) => other.lang === lang && !other.closed && !ownsText(other));
  return free.find(isDedicated) ?? free.find(({ host, brand: { defaultHost } }) => host === defaultHost) ?? free[0];
}

const isDedicated = ({ hostLanguages }: Edition): boolean => hostLanguages.length === 1;

const isBrandDefault = (edition: Edition): boolean =>
  edition.host === edition.brand.defaultHost && isHostDefault(edition);

const brandOf = (edition: Edition, editions: Edition[]): Edition[] =>
  editions.filter((other) => other.brand.id === edition.brand.id);

/** Languages of open editions, in the order of the configuration. */
const languagesOf = (brand: Edition[]): string[] => [
  ...new Set(brand.filter((edition) => !edition.closed).map((edition) => edition.lang)),
];

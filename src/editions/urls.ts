import { type Edition, isHostDefault } from './editions.ts';

/** Tells which editions show a text of their own on a page; such a page leaves its brand's cluster. */
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

/** Absolute URL of a page of an edition: the host's default language needs no `?lang=`. */
export function absoluteUrl(edition: Edition, path: string): string {
  return `https://${edition.host}${path}${isHostDefault(edition) ? '' : `?lang=${edition.lang}`}`;
}

/** Absolute URL of a file that all languages of a host share. */
export const hostUrl = ({ host }: Edition, path: string): string => `https://${host}${path}`;

/**
 * The URL that search engines are told to list for a page.
 * @param textLang language the page's text is really in
 * @returns nothing where only closed hosts have the page
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

/** The translations of a page, one canonical URL a language; none for an edition that stands outside its brand's cluster. */
export function alternates(edition: Edition, path: string, editions: Edition[], ownsText: OwnsText): Alternate[] {
  if (edition.closed || ownsText(edition)) return [];
  const brand = editions.filter((other) => other.brand.id === edition.brand.id);
  const links = languagesOf(brand).flatMap((lang) => {
    const target = clusterMember(brand, lang, ownsText);
    return target ? [{ hreflang: lang, href: absoluteUrl(target, path) }] : [];
  });
  const fallback = brand.find((other) => isBrandDefault(other) && !ownsText(other));
  if (edition.brand.xDefault && fallback) links.push({ hreflang: 'x-default', href: absoluteUrl(fallback, path) });
  return links.length > 1 ? links : [];
}

/**
 * The languages a visitor can change to.
 * @param pathIn path of the same page in another edition
 */
export function languageMenu(
  edition: Edition,
  editions: Edition[],
  pathIn: (edition: Edition) => string,
): LanguageLink[] {
  const brand = editions.filter((other) => other.brand.id === edition.brand.id);
  return languagesOf(brand).map((lang) => ({
    lang,
    href: menuHref(edition, lang, brand, pathIn),
    current: lang === edition.lang,
  }));
}

function menuHref(edition: Edition, lang: string, brand: Edition[], pathIn: (edition: Edition) => string): string {
  if (lang === edition.lang) return pathIn(edition);
  const dedicated = brand.find((other) => isDedicated(other, lang));
  if (dedicated) return `https://${dedicated.host}${pathIn(dedicated)}`;
  const target =
    brand.find((other) => other.host === edition.host && other.lang === lang) ??
    brand.find((other) => !other.closed && other.lang === lang);
  if (!target) return pathIn(edition);
  const origin = target.host === edition.host ? '' : `https://${target.host}`;
  return `${origin}${pathIn(target)}?lang=${lang}`;
}

function canonicalEdition(
  edition: Edition,
  editions: Edition[],
  ownsText: OwnsText,
  textLang: string,
): Edition | undefined {
  const self = edition.closed ? undefined : edition;
  if (ownsText(edition)) return self;
  if (textLang === edition.lang && isBrandDefault(edition)) return self;
  const brand = editions.filter((other) => other.brand.id === edition.brand.id);
  return brandChoice(brand, textLang, ownsText) ?? self;
}

/** The edition that a brand lists for a language. */
function clusterMember(brand: Edition[], lang: string, ownsText: OwnsText): Edition | undefined {
  return (
    brandChoice(brand, lang, ownsText) ??
    brand.find((other) => other.lang === lang && !other.closed && !ownsText(other))
  );
}

function brandChoice(brand: Edition[], lang: string, ownsText: OwnsText): Edition | undefined {
  const free = brand.filter((other) => other.lang === lang && !other.closed && !ownsText(other));
  return free.find((other) => isDedicated(other, lang)) ?? free.find((other) => other.host === other.brand.defaultHost);
}

const isDedicated = (edition: Edition, lang: string): boolean =>
  !edition.closed && edition.lang === lang && edition.hostLanguages.length === 1;

const isBrandDefault = (edition: Edition): boolean =>
  edition.host === edition.brand.defaultHost && isHostDefault(edition);

/** Languages that somebody can read, in the order of the configuration. */
const languagesOf = (brand: Edition[]): string[] => [
  ...new Set(brand.filter((edition) => !edition.closed).map((edition) => edition.lang)),
];

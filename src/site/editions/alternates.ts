import { brandOf, languagesOf, listedEdition, type OwnsText } from './canonical-edition.ts';
import { type Edition, isHostDefault } from './editions.ts';
import { absoluteUrl } from './urls.ts';

export interface Alternate {
  /** BCP 47 tag, or `x-default`. */
  hreflang: string;
  href: string;
}

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
  const brand = brandOf(edition, editions);
  if (ownsText(edition)) {
    const own = brand.find(({ host, lang }) => host === edition.host && lang === textLang) ?? edition;
    return edition.closed ? undefined : absoluteUrl(own, path);
  }
  const lang = listedEdition(brand, textLang, ownsText) ? textLang : edition.lang;
  const isOwn = lang === edition.lang && isBrandDefault(edition);
  const target = isOwn ? edition : listedEdition(brand, lang, ownsText);
  return target && absoluteUrl(target, path);
}

/**
 * The alternates of a page: the listed edition of each language, and the first language of the default host as `x-default` if the brand
 * sets it or if that language lists a dedicated host. Editions outside their brand's cluster have none.
 * @param hasPage whether an edition has the page: not every language has every article
 */
export function alternates(
  edition: Edition,
  path: string,
  editions: Edition[],
  ownsText: OwnsText,
  hasPage: (edition: Edition) => boolean = () => true,
): Alternate[] {
  if (edition.closed || ownsText(edition)) return [];
  const brand = brandOf(edition, editions).filter(hasPage);
  const listed = languagesOf(brand).flatMap((lang) => listedEdition(brand, lang, ownsText) ?? []);
  const links = listed.map((target) => ({ hreflang: target.lang, href: absoluteUrl(target, path) }));
  const fallback = brand.find((other) => isBrandDefault(other) && !ownsText(other));
  if (fallback && (edition.brand.xDefault || !listed.includes(fallback)))
    links.push({ hreflang: 'x-default', href: absoluteUrl(fallback, path) });
  return links.length > 1 ? links : [];
}

const isBrandDefault = (edition: Edition): boolean =>
  edition.host === edition.brand.defaultHost && isHostDefault(edition);

import { required } from '../../shared/required.ts';
import { brandOf, isDedicated, languagesOf, listedEdition } from './canonical-edition.ts';
import type { Edition } from './editions.ts';
import { absoluteUrl, linkTo } from './urls.ts';

export type LanguageLink = ReturnType<typeof languageMenu>[number];

/**
 * The entries of the language menu.
 * @param pathIn path of the same page in another edition
 */
export function languageMenu(edition: Edition, editions: Edition[], pathIn: (edition: Edition) => string) {
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
  const listed = required(
    listedEdition(brand, lang, () => false),
    `listed edition in ${lang}`,
  );
  if (isDedicated(listed)) return absoluteUrl(listed, pathIn(listed));
  const target = brand.find((other) => other.host === edition.host && other.lang === lang && !other.closed) ?? listed;
  const origin = target.host === edition.host ? '' : `https://${target.host}`;
  return `${origin}${pathIn(target)}?lang=${lang}`;
}

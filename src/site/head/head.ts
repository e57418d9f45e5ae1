import { isDocumentName, languageOf } from '../content.ts';
import { type Alternate, alternates } from '../editions/alternates.ts';
import { siblingsOf } from '../editions/configured-editions.ts';
import type { Edition } from '../editions/editions.ts';
import { routes } from '../editions/routes.ts';
import { linkTo } from '../editions/urls.ts';
import { MANIFEST } from '../host-wide-files.ts';
import { openGraphLocale } from '../i18n/language-facts.ts';
import type { Translate } from '../i18n/translator.ts';
import { canonicalOf, ownsTextOf, type PageAddress, publicUrl } from './canonical.ts';
import type { JsonLd } from './json-ld.ts';

/** Facts of a page. The rest of its head follows from the edition and the route table. */
export interface HeadInput extends PageAddress {
  /** Headline of an article, or a title that replaces the route's. */
  title?: string;
  description: string;
  /** First and last day of an article. */
  published?: string;
  modified?: string | undefined;
  jsonLd?: JsonLd[];
}

export interface Head {
  title: string;
  description: string;
  robots: 'index, follow' | 'noindex, follow';
  canonical: string | undefined;
  alternates: Alternate[];
  openGraph: Record<string, string>;
  hasAdultLabel: boolean;
  /** URL of the web app manifest, on the page that fills the screen as an app does. */
  manifest: string | undefined;
  jsonLd: JsonLd[];
}

/** The label of the Association of Sites Advocating Child Protection, https://www.rtalabel.org. */
export const ADULT_LABEL = 'RTA-5042-1996-1400-1577-RTA';

/** The content of a page's `<head>` without its style. */
export function headOf(edition: Edition, t: Translate, page: HeadInput): Head {
  const route = routes[page.route];
  const title = titleOf(edition, t, page);
  const canonical = canonicalOf(edition, page);
  return {
    title,
    description: page.description,
    // A page of closed hosts only has no canonical URL and is not indexed.
    robots: route.indexed && canonical ? 'index, follow' : 'noindex, follow',
    canonical,
    alternates: route.alternates ? alternates(edition, page.path, siblingsOf(edition), ownsTextOf(page)) : [],
    openGraph: openGraphOf(edition, t, page, title),
    hasAdultLabel: route.rated && !(page.route === 'home' && edition.closed),
    manifest: page.route === 'chat' ? linkTo(edition, `/${MANIFEST}`) : undefined,
    jsonLd: page.jsonLd ?? [],
  };
}

function titleOf({ brand }: Edition, t: Translate, { route, title }: HeadInput): string {
  const chat = t('site.title', { brand: brand.name });
  if (route === 'home') return t('site.longTitle', { brand: brand.name });
  if (route === 'chat') return chat;
  if (route === 'article') return `${title} | ${chat}`;
  return `${title ?? t(`page.${route}.title`)} | ${chat}`;
}

function openGraphOf(edition: Edition, t: Translate, page: HeadInput, title: string): Record<string, string> {
  const { route, published, modified } = page;
  return {
    'og:type': route === 'article' ? 'article' : 'website',
    'og:site_name': t('site.title', { brand: edition.brand.name }),
    'og:title': page.title ?? title,
    'og:description': page.description,
    'og:url': publicUrl(edition, page),
    'og:locale': openGraphLocale(isDocumentName(route) ? languageOf(edition, route) : edition.lang),
    ...(published && { 'article:published_time': published }),
    ...(modified && { 'article:modified_time': modified }),
  };
}

import { hasPage, isDocumentName, languageOf } from '../content.ts';
import { type Alternate, alternates } from '../editions/alternates.ts';
import { renderedPage, siblingsOf } from '../editions/configured-editions.ts';
import type { Edition } from '../editions/editions.ts';
import { feedPaths, type RouteId, routes } from '../editions/routes.ts';
import { hostUrl, linkTo } from '../editions/urls.ts';
import { MANIFEST } from '../host-wide-files.ts';
import { openGraphLocale } from '../i18n/language-facts.ts';
import type { Translate } from '../i18n/translator.ts';
import { canonicalOf, ownsTextOf, type PageAddress, publicUrl } from './canonical.ts';
import type { JsonLd } from './json-ld.ts';
import { sharePictureOf, sharePictureSize } from './share-picture.ts';

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
  /** Title and address of the feed that tells of changes of the page. */
  feed: { title: string; href: string } | undefined;
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
    alternates: route.alternates ? alternatesOf(edition, page) : [],
    openGraph: openGraphOf(edition, t, page, title),
    hasAdultLabel: route.rated && !isClosedHome(edition, page),
    feed: feedOf(edition, t, page),
    manifest: page.route === 'chat' ? linkTo(edition, `/${MANIFEST}`) : undefined,
    jsonLd: page.jsonLd ?? [],
  };
}

const alternatesOf = (edition: Edition, page: PageAddress): Alternate[] =>
  alternates(edition, page.path, siblingsOf(edition), ownsTextOf(page), (other) => hasPage(other, page.path));

const isClosedHome = ({ closed }: Edition, { route }: PageAddress): boolean => closed && route === 'home';

/** The picture beside a shared link. */
const pictureTags = (edition: Edition): Record<string, string> => ({
  'og:image': hostUrl(edition, `/${renderedPage()?.picture ?? sharePictureOf(edition).file}`),
  'og:image:width': String(sharePictureSize.width),
  'og:image:height': String(sharePictureSize.height),
  'og:image:alt': edition.brand.name,
});

/** Pages whose changes a feed tells. */
const WITH_BLOG_FEED: RouteId[] = ['home', 'blog', 'article'];
const WITH_RULES_FEED: RouteId[] = ['rules', 'rules_changes', 'privacy_policy', 'privacy_policy_changes'];

function feedOf(edition: Edition, t: Translate, page: HeadInput): Head['feed'] {
  const toFeed = (title: string, path: string): Head['feed'] => ({
    title: feedTitle(title, edition, t),
    href: linkTo(edition, path),
  });
  if (WITH_RULES_FEED.includes(page.route)) return toFeed(t('versions.feed'), feedPaths.rules);
  if (!WITH_BLOG_FEED.includes(page.route) || isClosedHome(edition, page)) return undefined;
  return toFeed(t('page.blog.title'), feedPaths.blog);
}

/** The title of a feed, as that of its page. */
export const feedTitle = (page: string, { brand }: Edition, t: Translate): string =>
  `${page} | ${t('site.title', { brand: brand.name })}`;

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
    ...(!isClosedHome(edition, page) && pictureTags(edition)),
    ...(published && { 'article:published_time': published }),
    ...(modified && { 'article:modified_time': modified }),
  };
}

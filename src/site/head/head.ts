import { isDocumentName, languageOf } from '../content.ts';
import { type Alternate, alternates } from '../editions/alternates.ts';
import type { Edition } from '../editions/editions.ts';
import { feedPaths, type RouteId, routes } from '../editions/routes.ts';
import { hostUrl, linkTo } from '../editions/urls.ts';
import { MANIFEST } from '../host-wide-files.ts';
import { openGraphLocale } from '../i18n/language-facts.ts';
import type { Translate } from '../i18n/translator.ts';
import { sharePictureSize } from '../looks/share-picture.ts';
import type { PageView } from '../pages/page-view.ts';
import { canonicalOf, ownsTextOn, type PageAddress, publicUrl } from './canonical.ts';
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
  /** Title and address of the feed that tells of changes of the page. */
  feed: { title: string; href: string } | undefined;
  /** URL of the web app manifest, on the page that fills the screen as an app does. */
  manifest: string | undefined;
  jsonLd: JsonLd[];
}

/** The label of the Association of Sites Advocating Child Protection, https://www.rtalabel.org. */
export const ADULT_LABEL = 'RTA-5042-1996-1400-1577-RTA';

/** The content of a page's `<head>` without its style. */
export function headOf(page: PageView, t: Translate, input: HeadInput): Head {
  const { edition } = page;
  const route = routes[input.route];
  const title = titleOf(edition, t, input);
  const canonical = canonicalOf(page, input);
  return {
    title,
    description: input.description,
    // A page of closed hosts only has no canonical URL and is not indexed.
    robots: route.indexed && canonical ? 'index, follow' : 'noindex, follow',
    canonical,
    alternates: route.alternates ? alternatesOf(page, input.path) : [],
    openGraph: openGraphOf(page, t, input, title),
    hasAdultLabel: route.rated && !isClosedHome(edition, input),
    feed: feedOf(edition, t, input),
    manifest: input.route === 'chat' ? linkTo(edition, `/${MANIFEST}`) : undefined,
    jsonLd: input.jsonLd ?? [],
  };
}

const alternatesOf = (page: PageView, path: string): Alternate[] =>
  alternates(page.edition, path, page.siblings, ownsTextOn(page, path), (other) => page.hasPage(other, path));

const isClosedHome = ({ closed }: Edition, { route }: PageAddress): boolean => closed && route === 'home';

/** The picture beside a shared link. */
const pictureTags = ({ edition, picture }: PageView): Record<string, string> => ({
  'og:image': hostUrl(edition, `/${picture}`),
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

function openGraphOf(page: PageView, t: Translate, input: HeadInput, title: string): Record<string, string> {
  const { edition } = page;
  const { route, published, modified } = input;
  return {
    'og:type': route === 'article' ? 'article' : 'website',
    'og:site_name': t('site.title', { brand: edition.brand.name }),
    'og:title': input.title ?? title,
    'og:description': input.description,
    'og:url': publicUrl(page, input),
    'og:locale': openGraphLocale(isDocumentName(route) ? languageOf(edition, route) : edition.lang),
    ...(!isClosedHome(edition, input) && pictureTags(page)),
    ...(published && { 'article:published_time': published }),
    ...(modified && { 'article:modified_time': modified }),
  };
}

import type { Edition } from '../editions/editions.ts';
import { routes } from '../editions/routes.ts';
import { absoluteUrl, hostUrl, linkTo } from '../editions/urls.ts';
import { hostFileNames } from '../host-wide-files.ts';
import type { PageView } from '../pages/page-view.ts';
import type { FeedEntry } from './atom.ts';

/** Facts that all feeds of an edition share. */
export function feedFacts({ edition, dependencies }: PageView, self: string, page: string) {
  // Names of brand and host are dependencies, too.
  dependencies.add('hosts');
  return {
    lang: edition.lang,
    id: permanentId(edition, self),
    self: absoluteUrl(edition, self),
    page: absoluteUrl(edition, page),
    icon: hostUrl(edition, `/${hostFileNames.icon192}`),
    author: { name: edition.brand.name, url: absoluteUrl(edition, routes.home.path) },
  };
}

/** The id of a feed or entry. It names the language always, so that it stays when a host gets another default language. */
export const permanentId = (edition: Edition, path: string): string =>
  hostUrl(edition, path.replace(/(?=#)|$/, `?lang=${edition.lang}`));

/** The day of the last change; undefined for a feed without entries. */
export const lastDay = (entries: FeedEntry[]): string | undefined =>
  entries
    .map(({ updated }) => updated)
    .toSorted()
    .at(-1);

/** Makes the links of a page's HTML absolute. Every "<" begins a tag, because text is escaped. */
export const withAbsoluteLinks = (html: string, edition: Edition, path: string): string =>
  html.replace(
    /(<a [^>]*?href=")([/#][^"]*)"/g,
    (_, before: string, target: string) =>
      `${before}${hostUrl(edition, target.startsWith('#') ? linkTo(edition, path + target) : target)}"`,
  );

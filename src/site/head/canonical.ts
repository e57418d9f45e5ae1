import { isDocumentName, languageOf } from '../content.ts';
import { canonicalUrl } from '../editions/alternates.ts';
import type { OwnsText } from '../editions/canonical-edition.ts';
import type { RouteId } from '../editions/routes.ts';
import { absoluteUrl } from '../editions/urls.ts';
import type { PageView } from '../pages/page-view.ts';

/** Route and path of a page. */
export interface PageAddress {
  route: RouteId;
  /** Path of its URL. */
  path: string;
}

/** The canonical URL of a page; undefined where only closed hosts have it. */
export function canonicalOf(page: PageView, { route, path }: PageAddress): string | undefined {
  const { edition } = page;
  const textLang = isDocumentName(route) ? languageOf(edition, route) : edition.lang;
  return canonicalUrl(edition, path, page.siblings, ownsTextOn(page, path), textLang);
}

/** The canonical URL of a page, or its own URL. */
export const publicUrl = (page: PageView, address: PageAddress): string =>
  canonicalOf(page, address) ?? absoluteUrl(page.edition, address.path);

/** Whether editions show a text of their own on a path. */
export const ownsTextOn =
  (page: PageView, path: string): OwnsText =>
  (edition) =>
    page.ownsPage(edition, path);

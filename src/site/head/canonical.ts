import { isDocumentName, languageOf, ownsPage } from '../content.ts';
import { canonicalUrl } from '../editions/alternates.ts';
import { siblingsOf } from '../editions/configured-editions.ts';
import type { Edition } from '../editions/editions.ts';
import type { OwnsText } from '../editions/listed-editions.ts';
import type { RouteId } from '../editions/routes.ts';
import { absoluteUrl } from '../editions/urls.ts';

/** Route and path of a page. */
export interface PageAddress {
  route: RouteId;
  /** Path of its URL. */
  path: string;
}

/** The canonical URL of a page; undefined where only closed hosts have it. */
export function canonicalOf(edition: Edition, page: PageAddress): string | undefined {
  const textLang = isDocumentName(page.route) ? languageOf(edition, page.route) : edition.lang;
  return canonicalUrl(edition, page.path, siblingsOf(edition), ownsTextOf(page), textLang);
}

/** The canonical URL of a page, or its own URL. */
export const publicUrl = (edition: Edition, page: PageAddress): string =>
  canonicalOf(edition, page) ?? absoluteUrl(edition, page.path);

/** Whether editions show a text of their own on a page. */
export const ownsTextOf =
  ({ path }: PageAddress): OwnsText =>
  (edition) =>
    ownsPage(edition, path);

import { isDocumentName, languageOf, ownsPage } from '../content.ts';
import type { Edition } from '../editions/editions.ts';
import type { RouteId } from '../editions/routes.ts';
import { absoluteUrl, canonicalUrl, type OwnsText } from '../editions/urls.ts';
import { siblingsOf } from '../site.ts';

/** A page of an edition, as far as its address goes. */
export interface PageAddress {
  route: RouteId;
  /** As a browser asks for it. */
  path: string;
}

/** The canonical URL of a page; nothing where only closed hosts have it. */
export function canonicalOf(edition: Edition, page: PageAddress): string | undefined {
  const textLang = isDocumentName(page.route) ? languageOf(edition, page.route) : edition.lang;
  return canonicalUrl(edition, page.path, siblingsOf(edition), ownsTextOf(page), textLang);
}

/** The URL that a page is known by: its canonical one, else its own. */
export const publicUrl = (edition: Edition, page: PageAddress): string =>
  canonicalOf(edition, page) ?? absoluteUrl(edition, page.path);

/** Which editions show a text that is theirs alone on a page. */
export const ownsTextOf =
  ({ path }: PageAddress): OwnsText =>
  (edition) =>
    ownsPage(edition, path);

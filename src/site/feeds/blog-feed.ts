import type { Edition } from '../editions/editions.ts';
import { articlePath, feedPaths, routes } from '../editions/routes.ts';
import { absoluteUrl } from '../editions/urls.ts';
import { feedTitle } from '../head/head.ts';
import type { Translate } from '../i18n/translator.ts';
import type { ArticleTexts } from '../page-texts.ts';
import type { PageView } from '../pages/page-view.ts';
import { atomFeed, type FeedEntry } from './atom.ts';
import { feedFacts, lastDay, permanentId, withAbsoluteLinks } from './feed-facts.ts';

/** The feed of an edition's blog, with the HTML of the articles on the first page of the list. */
export function blogFeed(page: PageView, t: Translate): string {
  const { edition } = page;
  const entries = page.newestArticles().map((article) => entryOf(edition, article));
  return atomFeed({
    ...feedFacts(page, feedPaths.blog, routes.blog.path),
    title: feedTitle(t('page.blog.title'), edition, t),
    subtitle: t('page.blog.description', { brand: edition.brand.name }),
    entries,
    // Atom wants a day of a feed without entries, too.
    updated: lastDay(entries) ?? page.document('home').updated,
  });
}

function entryOf(
  edition: Edition,
  { id, title, description, date, updated, html }: Omit<ArticleTexts, 'readingTime'>,
): FeedEntry {
  const path = articlePath(id);
  return {
    id: permanentId(edition, path),
    title,
    url: absoluteUrl(edition, path),
    published: date,
    updated: updated ?? date,
    summary: description,
    html: withAbsoluteLinks(html, edition, path),
  };
}

import { required } from '../../shared/required.ts';
import type { Edition } from '../editions/editions.ts';
import { feedPaths } from '../editions/routes.ts';
import { lightTranslatorOf } from '../i18n/light-translator-of.ts';
import type { Translate } from '../i18n/translator.ts';
import { pageFactsOf, PageView } from '../pages/page-view.ts';
import { blogFeed } from './blog-feed.ts';
import { rulesFeed } from './rules-feed.ts';

/** The feeds of every edition, by path. */
const feeds: Record<string, (page: PageView, t: Translate) => string> = {
  [feedPaths.blog]: blogFeed,
  [feedPaths.rules]: rulesFeed,
};

export const isFeed = (path: string): boolean => path in feeds;

/** Writes a feed of an edition, and returns it with its dependencies. */
export function renderFeed(edition: Edition, path: string): { text: string; dependencies: string[] } {
  const page = new PageView(pageFactsOf(edition));
  const translate = lightTranslatorOf(edition.site.folder, edition.lang);
  const text = required(feeds[path], `feed ${path}`)(page, (key, values) => {
    page.usesWord(key);
    return translate(key, values);
  });
  return { text, dependencies: [...page.dependencies] };
}

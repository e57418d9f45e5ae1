import { required } from '../../shared/required.ts';
import { withTracking } from '../../shared/track-dependencies.ts';
import type { Edition } from '../editions/editions.ts';
import { feedPaths } from '../editions/routes.ts';
import { lightTranslatorOf } from '../i18n/light-translator-of.ts';
import type { Translate } from '../i18n/translator.ts';
import { blogFeed } from './blog-feed.ts';
import { tracked } from './feed-facts.ts';
import { rulesFeed } from './rules-feed.ts';

/** The feeds of every edition, by path. */
const feeds: Record<string, (edition: Edition, t: Translate) => string> = {
  [feedPaths.blog]: blogFeed,
  [feedPaths.rules]: rulesFeed,
};

export const isFeed = (path: string): boolean => path in feeds;

/** Writes a feed of an edition, and returns it with its dependencies. */
export async function renderFeed(edition: Edition, path: string): Promise<{ text: string; dependencies: string[] }> {
  const t = tracked(lightTranslatorOf(edition.lang));
  const write = required(feeds[path], `feed ${path}`);
  const { result, dependencies } = await withTracking(async () => write(edition, t));
  return { text: result, dependencies };
}

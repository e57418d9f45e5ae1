import type { Edition } from '../../site/editions/editions.ts';
import { renderFeed } from '../../site/feeds/feeds.ts';
import { toPageDependencies } from './input-fingerprints.ts';
import { readPageFacts } from './page-facts.ts';
import type { FilledPage } from './template.ts';

/** Writes a feed as if it were a page: it is written again when one of its dependencies changes. */
export function writeFeed(edition: Edition, path: string, file: string): FilledPage {
  const { text, dependencies } = renderFeed(edition, path);
  return {
    content: Buffer.from(text),
    // Pages have the same links, which are checked there.
    facts: readPageFacts(file, { elements: [], comments: [] }),
    dependencies: toPageDependencies(dependencies),
  };
}

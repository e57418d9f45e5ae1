import { articlesFor, listPagesFor } from '../../site/content.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { routes } from '../../site/editions/routes.ts';

/**
 * Splits hosts into shards of about the same number of pages: each differs from an equal share by less than the pages of the largest host.
 * A shard takes hosts that follow each other, because hosts of a brand share texts and templates. It may have none.
 * @param hosts names and numbers of pages, in the order of the configuration
 */
export function splitHosts(hosts: [name: string, pages: number][], count: number): string[][] {
  const total = hosts.reduce((sum, [, pages]) => sum + pages, 0);
  const shards = Array.from({ length: count }, (): string[] => []);
  let before = 0;
  for (const [name, pages] of hosts) {
    // A host belongs where its middle page lies.
    const middle = before + pages / 2;
    shards[Math.min(Math.floor((middle / total) * count), count - 1)]!.push(name);
    before += pages;
  }
  return shards;
}

/** Hosts with their pages. Drafts count, too, so that the day changes no shard. */
export function countPages(editions: Edition[]): [name: string, pages: number][] {
  const fixed = Object.keys(routes).length - 1;
  return [...Map.groupBy(editions, ({ host }) => host)].map(([host, onHost]) => {
    const articles = onHost.map((edition) => articlesFor(edition));
    return [host, articles.reduce((sum, list) => sum + fixed + list.length + listPagesFor(list), 0)];
  });
}

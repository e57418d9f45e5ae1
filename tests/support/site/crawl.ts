import { LinkChecker, LinkState } from 'linkinator';
import { expect, onTestFinished } from 'vitest';

import type { Edition } from '../../../src/site/editions/editions.ts';
import { serveHost } from '../serving/serve-host.ts';

/** Paths of the pages that links reach from the home page, in the language of an edition. */
export async function crawl({ host, lang, hostLanguages }: Edition, dist: string): Promise<string[]> {
  const { origin, close } = await serveHost(host, dist);
  onTestFinished(close);
  const query = lang === hostLanguages[0] ? '' : `?lang=${lang}`;
  const found = new Set<string>();
  let next = ['/'];
  // Linkinator's own recursion follows only URLs that begin with the first URL, query included.
  while (next.length) {
    const { links } = await new LinkChecker().check({
      path: next.map((path) => `${origin}${path}${query}`),
      linksToSkip: ['^https:', '^mailto:', `\\?lang=(?!${lang}\\b)`],
    });
    expect(links.filter(({ state }) => state === LinkState.BROKEN)).toEqual([]);
    for (const path of next) found.add(path);
    const urls = links.filter(({ state }) => state === LinkState.OK).map(({ url }) => new URL(url));
    const pages = urls.filter(({ pathname, search }) => search === query && !/\.\w+$/.test(pathname));
    next = [...new Set(pages.map(({ pathname }) => pathname)).difference(found)];
  }
  return [...found];
}

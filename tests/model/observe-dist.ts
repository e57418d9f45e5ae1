import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { load } from 'cheerio';

import type { SitePlan } from './random-site-plan.ts';
import { type Page, PATHS, type Site } from './visible-site.ts';

/** The part of a built site that belongs to a plan. */
export function observeDist(dist: string, plan: SitePlan): Site {
  const hosts = plan.flatMap((brand) => brand.hosts);
  const pages = hosts.flatMap(({ name, languages }) =>
    languages.flatMap((lang) =>
      PATHS.flatMap((path) => {
        const file = join(dist, name, lang, path === '/' ? 'index.html' : `${path}.html`);
        return existsSync(file) ? [{ host: name, lang, path, ...readHtml(readFileSync(file, 'utf8')) }] : [];
      }),
    ),
  );
  const sitemaps = hosts.flatMap(({ name, languages: [first] }): [string, string[]][] => {
    const file = join(dist, name, first!, 'sitemap.xml');
    if (!existsSync(file)) return [];
    const urls = [...readFileSync(file, 'utf8').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!);
    return [[name, urls.filter((url) => PATHS.includes(new URL(url).pathname))]];
  });
  return { pages, sitemaps: Object.fromEntries(sitemaps) };
}

function readHtml(html: string): Omit<Page, 'host' | 'lang' | 'path'> {
  const $ = load(html);
  const attributes = (selector: string, name: string): string[] =>
    $(selector)
      .map((_, element) => $(element).attr(name))
      .get();
  const pairs = (selector: string): [string, string][] => {
    const targets = attributes(selector, 'href');
    return attributes(selector, 'hreflang').map((tag, index) => [tag, targets[index]!]);
  };
  return {
    isIndexed: attributes('meta[name=robots]', 'content').join() === 'index, follow',
    canonical: $('link[rel=canonical]').attr('href'),
    alternates: pairs('link[rel=alternate][hreflang]'),
    links: attributes('a[href^="/"]:not([hreflang])', 'href'),
    menu: pairs('footer a[hreflang]'),
  };
}

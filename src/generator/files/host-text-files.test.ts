import { expect, test } from 'vitest';

import type { Edition } from '../../site/editions/editions.ts';
import { sitemapFiles } from './host-text-files.ts';

const edition = { host: 'a.example' } as Edition;
const entries = Array.from({ length: 7 }, (_, index) => ({
  url: `https://a.example/blog/${index}`,
  alternates: [{ hreflang: 'en', href: `https://a.example/blog/${index}` }],
}));

const locationsIn = (xml: string): string[] => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!);

test('a sitemap that fits into a file is that file, and none is made for no page', () => {
  expect(sitemapFiles(edition, [])).toEqual([]);
  const [[file, xml] = ['', ''], ...others] = sitemapFiles(edition, entries);
  expect([file, others]).toEqual(['sitemap.xml', []]);
  expect(xml).toContain('<urlset xmlns=');
  expect(locationsIn(xml)).toEqual(entries.map(({ url }) => url));
});

test.each([
  [{ urls: 3, bytes: 1e6 }, [3, 3, 1]],
  [{ urls: 50, bytes: 500 }, [2, 2, 2, 1]],
  [{ urls: 50, bytes: 10 }, [1, 1, 1, 1, 1, 1, 1]],
])('within the limits %j, an index names parts that have every page once', (limits, lengths) => {
  const [[file, index] = ['', ''], ...parts] = sitemapFiles(edition, entries, limits);
  expect([file, index]).toEqual(['sitemap.xml', expect.stringContaining('<sitemapindex xmlns=') as string]);
  expect(locationsIn(index)).toEqual(parts.map(([name]) => `https://a.example/${name}`));
  expect(parts.map(([name]) => name)).toEqual(lengths.map((_, place) => `sitemap-${place + 1}.xml`));
  expect(parts.map(([, xml]) => locationsIn(xml).length)).toEqual(lengths);
  expect(parts.flatMap(([, xml]) => locationsIn(xml))).toEqual(entries.map(({ url }) => url));
  for (const [, xml] of parts) expect(xml.length <= limits.bytes || locationsIn(xml).length === 1).toBe(true);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { readManifest } from '../../../src/output/manifest.ts';
import { headersFor } from '../../../src/output/match-headers.ts';
import { rootOf } from '../../../src/site/editions/editions.ts';
import { dist, editions, readFile, readPage, wordsOf } from '../../support/dist.ts';

interface WebManifest {
  name: string;
  short_name: string;
  lang: string;
  start_url: string;
  display: string;
  theme_color: string;
  icons: { src: string; sizes: string; purpose: string }[];
}

test.each(editions)('$host in $lang can be installed as an app in its language', async (edition) => {
  const { brand, lang, hostLanguages } = edition;
  const chat = readPage(edition, 'chat.html');
  const query = lang === hostLanguages[0] ? '' : `?lang=${lang}`;
  expect(chat('link[rel=manifest]').attr('href')).toBe(`/app.webmanifest${query}`);
  const manifest = JSON.parse(readFile(edition, 'app.webmanifest')) as WebManifest;
  expect(manifest).toMatchObject({
    name: wordsOf(lang)('site.title', { brand: brand.name }),
    short_name: brand.name,
    lang,
    start_url: `/chat${query}`,
    display: 'standalone',
    theme_color: expect.stringMatching(/^#[\da-f]{6}$/),
  });
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
  const touchIcon = chat('link[rel=apple-touch-icon]').attr('href')!;
  const icons = [...manifest.icons, { src: touchIcon, sizes: '180x180' }];
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp(readFileSync(join(dist, rootOf(edition), src))).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  const { headers } = readManifest(dist).editions.find(({ host, lang: own }) => host === edition.host && own === lang)!;
  expect(headersFor(headers, '/chat')['Content-Security-Policy']).toContain("manifest-src 'self'");
});

test('reading pages have neither a manifest nor a touch icon', () => {
  const home = readPage(editions[0]!, 'index.html');
  expect(home('link[rel=manifest], link[rel=apple-touch-icon]')).toHaveLength(0);
  expect(existsSync(join(dist, rootOf(editions[0]!), 'app.webmanifest'))).toBe(true);
});

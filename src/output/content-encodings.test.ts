import { expect, test } from 'vitest';

import { endingFor, isText } from './content-encodings.ts';

test.each([
  ['gzip, deflate, br, zstd', '.br'],
  ['br;q=0.1, gzip;q=1.0', '.br'],
  ['GZIP , Deflate', '.gz'],
  ['x-br, gzip;q=0.001', '.gz'],
  ['br;q=0, gzip', '.gz'],
  ['br; q=0.000, gzip;q=0', ''],
  ['*', '.br'],
  ['*;q=0.5', '.br'],
  ['gzip;q=0, *', '.br'],
  ['br;q=0, *', ''],
  ['*;q=0', ''],
  ['identity', ''],
  ['', ''],
  [undefined, ''],
])('Accept-Encoding "%s" selects the ending "%s"', (acceptEncoding, ending) => {
  expect(endingFor(acceptEncoding)).toBe(ending);
});

test('files for visitors are text; pictures and settings are not', () => {
  const files = [
    'blog/a.html',
    'assets/i18n/ru.json',
    'sitemap.xml',
    'robots.txt',
    'favicon.svg',
    '_astro/a.js',
    'a.css',
  ];
  expect(files.filter(isText)).toEqual(files);
  expect(['_astro/a.avif', 'a.jpg', 'rules.html.br', 'json'].filter(isText)).toEqual([]);
});

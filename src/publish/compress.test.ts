import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { compress, isText } from './compress.ts';

test('what visitors read is text; pictures and settings are not', () => {
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
  expect(['_astro/a.avif', 'a.jpg', '_headers', '_redirects', 'rules.html.br', 'json'].filter(isText)).toEqual([]);
});

test('a text comes back from both forms, and the same text gives the same bytes', async () => {
  const text = Buffer.from('Правила чата. '.repeat(100));
  const { br, gz } = await compress(text);
  expect(brotliDecompressSync(br)).toEqual(text);
  expect(gunzipSync(gz)).toEqual(text);
  expect(br.length).toBeLessThan(gz.length);
  expect(await compress(text)).toEqual({ br, gz });
  // Neither time nor system: RFC 1952 has them in bytes 4 to 9.
  expect([...gz.subarray(4, 8), gz[9]]).toEqual([0, 0, 0, 0, 255]);
});

test('nothing is text too', async () => {
  const { br, gz } = await compress(Buffer.alloc(0));
  expect([brotliDecompressSync(br).length, gunzipSync(gz).length]).toEqual([0, 0]);
});

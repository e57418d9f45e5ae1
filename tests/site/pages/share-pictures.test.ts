import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { type Edition, rootOf } from '../../../src/site/editions/editions.ts';
import { dist, editions, htmlFiles, readPage } from '../../support/dist.ts';

const MAX_BYTES = 40_000;

/** The picture of an edition's login page, below its root. */
const pictureOf = (edition: Edition): string =>
  new URL(readPage(edition, 'login.html')('meta[property="og:image"]').attr('content')!).pathname.slice(1);

describe.each(editions)('$host in $lang', (edition) => {
  test('names its picture on every page but a closed home', () => {
    const url = `https://${edition.host}/${pictureOf(edition)}`;
    for (const file of htmlFiles(edition).filter((name) => name !== '404.html')) {
      const $ = readPage(edition, file);
      const tags = ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'].map((property) =>
        $(`meta[property="${property}"]`).attr('content'),
      );
      const isClosedHome = edition.closed && file === 'index.html';
      expect([...tags, $('meta[name="twitter:card"]').attr('content')], file).toEqual(
        isClosedHome ? Array(5).fill(undefined) : [url, '1200', '630', edition.brand.name, 'summary_large_image'],
      );
    }
  });

  test('has its picture as a short JPEG of the size that its pages name', async () => {
    const content = readFileSync(join(dist, rootOf(edition), pictureOf(edition)));
    expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(content.length).toBeLessThan(MAX_BYTES);
  });
});

test('the editions of a brand share a picture, and no other brand has it', () => {
  const groups = Map.groupBy(editions, ({ brand }) => brand.id);
  const pictures = [...groups.values()].map((group) => new Set(group.map(pictureOf)));
  expect(pictures.filter(({ size }) => size !== 1)).toEqual([]);
  const contents = [...groups.values()].map(([edition]) =>
    readFileSync(join(dist, rootOf(edition!), pictureOf(edition!)), 'base64'),
  );
  expect(new Set(contents).size).toBe(groups.size);
});

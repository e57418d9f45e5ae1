import { hash } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { parseHosts } from '../../site/editions/parse-hosts.ts';
import { readSiteOptions, toSite } from '../../site/open-site.ts';
import { checkShareNames } from './check-share-names.ts';
import { drawSharePicture, markLayer } from './draw-share-picture.ts';
import { canOutline, outline } from './outline-text.ts';

const picture = { colour: '#f6aab8', wordmark: undefined, name: 'Łódź & Ґанок: zażółć gęślą jaźń, +18' };

const brandNamed = (id: string, name: string) => ({
  name,
  email: 'a@b.example',
  look: 'l',
  securityTxtExpires: '2027-01-01',
  defaultHost: `${id}.example`,
  hosts: { [`${id}.example`]: { languages: ['en'] } },
});

const svg = (name = picture.name): string => markLayer(picture.wordmark, name, picture.colour);

test('the drawing is that of its number', () => {
  // Where this fails, raise DESIGN in src/site/looks/share-picture.ts: a picture whose bytes change needs another address.
  expect(hash('sha256', svg()).slice(0, 8)).toBe('322fbfba');
});

test('every letter is drawn, in the colour of the look', async () => {
  expect(svg()).not.toMatch(/NaN|undefined|Infinity/);
  for (const word of picture.name.split(' ')) expect(outline(word, 54).path, word).toMatch(/^([MLQC][\d. -]+|Z)+$/);
  expect(svg()).toContain(`fill="${picture.colour}"`);
  const art = 'src/themes/looks/velvet/art-wide.jpg';
  const draw = (name: string): Promise<Buffer> => drawSharePicture({ ...picture, name, art, file: '' });
  const [drawn, again, other] = await Promise.all([draw(picture.name), draw(picture.name), draw('Chat')]);
  expect(again.equals(drawn)).toBe(true);
  expect(other.equals(drawn)).toBe(false);
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
});

test('art that changes at its place is drawn as it is now', async () => {
  const art = join(mkdtempSync(join(tmpdir(), 'art-')), 'art-wide.jpg');
  const drawn = [];
  for (const look of ['velvet', 'satin']) {
    copyFileSync(`src/themes/looks/${look}/art-wide.jpg`, art);
    drawn.push(await drawSharePicture({ ...picture, art, file: '' }));
  }
  expect(drawn[0]!.equals(drawn[1]!)).toBe(false);
});

test('a wordmark takes the place of the name with any attributes of its file', async () => {
  const wordmark =
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" viewBox="0 0 9 3"><path d="M0 0h9"/></svg>';
  const mark = markLayer(wordmark, picture.name, '#fff');
  expect(mark.match(/ width="/g)).toHaveLength(2);
  expect(mark).not.toContain('?xml');
  await expect(sharp(Buffer.from(mark)).metadata()).resolves.toMatchObject({ format: 'svg' });
});

test('a name that the font lacks letters for is left out', async () => {
  expect([canOutline('Čeština, Việt, Ґ'), canOutline('دردشة'), canOutline('聊天')]).toEqual([true, false, false]);
  expect(svg('聊天')).not.toContain('<path');
  const brands = { one: '聊天', two: 'Čeština', three: 'हिन्दी' };
  const site = toSite(
    { ...readSiteOptions({}), root: '/nowhere' },
    parseHosts(
      { brands: Object.fromEntries(Object.entries(brands).map(([id, name]) => [id, brandNamed(id, name)])) },
      'hosts',
    ),
  );
  expect((await checkShareNames(site)).map((warning) => warning.slice(0, 14))).toEqual([
    'brand one: pic',
    'brand three: p',
  ]);
});

import { hash } from 'node:crypto';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { createDrawing } from './draw-share-picture.ts';
import { canOutline, outline, wrap } from './outline-text.ts';
import { markLayer, titleLayer } from './share-picture-text.ts';

const picture = {
  colours: { accent: '#f6aab8', ink: '#f8eef1' },
  wordmark: undefined,
  name: 'Łódź & Ґанок',
  title: 'Velvet: чат для взрослых — zażółć gęślą jaźń, voz y vídeo, +18',
};

const svg = (of = picture): string =>
  titleLayer(of.title, of.colours.ink).svg + markLayer(of.wordmark, of.name, of.colours.accent).svg;

test('the drawing is that of its number', () => {
  // Where this fails, raise DESIGN in src/site/head/share-picture.ts: a picture whose bytes change needs another address.
  expect(hash('sha256', svg()).slice(0, 8)).toBe('22539927');
});

test('every letter is drawn, in the colours of the look', async () => {
  expect(svg()).not.toMatch(/NaN|undefined|Infinity/);
  for (const [letters, colour] of [
    [picture.title, picture.colours.ink],
    [picture.name, picture.colours.accent],
  ])
    for (const word of letters!.split(' ')) {
      expect(outline(word, 54).path, word).toMatch(/^([MLQC][\d. -]+|Z)+$/);
      expect(svg()).toContain(`fill="${colour}"`);
    }
  const art = 'src/themes/looks/velvet/art-wide.jpg';
  const draw = (title: string): Promise<Buffer> => createDrawing()({ ...picture, title, art, file: '' });
  const [drawn, again, other] = await Promise.all([draw(picture.title), draw(picture.title), draw('')]);
  expect(again.equals(drawn)).toBe(true);
  expect(other.equals(drawn)).toBe(false);
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
});

test('a wordmark takes the place of the name with any attributes of its file', async () => {
  const wordmark =
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" viewBox="0 0 9 3"><path d="M0 0h9"/></svg>';
  const mark = markLayer(wordmark, picture.name, '#fff').svg;
  expect(mark.match(/ width="/g)).toHaveLength(2);
  expect(mark).not.toContain('?xml');
  await expect(sharp(Buffer.from(mark)).metadata()).resolves.toMatchObject({ format: 'svg' });
});

test('a title or name that the font lacks letters for is left out', () => {
  expect([canOutline('Čeština, Việt, Ґ'), canOutline('دردشة'), canOutline('聊天')]).toEqual([true, false, false]);
  expect(svg({ ...picture, name: '聊天', title: 'دردشة' })).not.toContain('<path');
});

test('lines fit, are of similar width, and do not begin with a dash', () => {
  const lines = wrap('one two three four — five six seven eight nine ten', 54, 500);
  expect(lines.join(' ').replaceAll('\u00A0', ' ')).toBe('one two three four — five six seven eight nine ten');
  const widths = lines.map((line) => outline(line, 54).width);
  expect(Math.max(...widths)).toBeLessThanOrEqual(500);
  expect(Math.min(...widths)).toBeGreaterThan(Math.max(...widths) / 2);
  expect(lines.filter((line) => line.startsWith('—'))).toEqual([]);
});

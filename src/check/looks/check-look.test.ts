import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { SiteFolder } from '../../site/site-folder.ts';
import { checkArt } from './check-art.ts';
import { checkLook } from './check-look.ts';
import { pictureMistake } from './pictures.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'look-'));
  cpSync('src/themes/looks/velvet', join(root, 'src/themes/looks/velvet'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const told = (): string[] =>
  checkLook(new SiteFolder({ root, contentDir: '/nowhere' }), 'velvet').map(
    ({ file, line, message }) => `${file.split('/').at(-1)}:${line} ${message}`,
  );

const fileOf = (name: string): string => join(root, 'src/themes/looks/velvet', name);

const edit = (name: string, from: string | RegExp, to: string) => (): void => {
  const text = readFileSync(fileOf(name), 'utf8');
  expect(text).toMatch(from);
  writeFileSync(fileOf(name), text.replace(from, to));
};

const cut = (name: string) => (): void => writeFileSync(fileOf(name), readFileSync(fileOf(name)).subarray(0, -20));

test('a look that is complete has nothing wrong, and may have colours in any syntax', () => {
  expect(told()).toEqual([]);
  edit('look.css', '--ground: #1a0d19', '--ground: oklch(0.2 0.05 330)')();
  edit('look.css', '--ink: #f8eef1', '--ink: rgb(248 238 241)')();
  edit('look.css', '--line: #6b4562', '/* a } comment */ --line: hsl(314 22% 35%)')();
  edit('look.css', '--quiet: #d8c1cb', '--quiet: color-mix(in oklch, white 80%, black) !important')();
  edit('light.css', /--ink: [^;]+/, '--ink: color-mix(in oklch, black 90%, white)')();
  edit('look.css', /$/, '@media print { :root { --ground: #fff; --raised: #fff; } a::after { content: "\\"{"; } }\n')();
  expect(told()).toEqual([]);
});

test('texts stand out from the art under the filter of each theme', async () => {
  const site = (): SiteFolder => new SiteFolder({ root, contentDir: '/nowhere' });
  const onArt = async (): Promise<string[]> =>
    (await checkArt(site(), 'velvet')).map(({ file, line, message }) => `${file.split('/').at(-1)}:${line} ${message}`);
  expect(await onArt()).toEqual([]);
  edit('look.css', '--quiet: #d8c1cb', '--quiet: #806070')();
  edit('light.css', /--art-filter: [^;]+/, '--art-filter: brightness(1)')();
  expect(await onArt()).toEqual([
    expect.stringMatching(/^look\.css:6 --quiet has a contrast of \d\.\d on parts of .*art-wide\.jpg$/),
    expect.stringMatching(/^light\.css:5 --ink has a contrast of 1\.\d on/),
    expect.stringMatching(/^light\.css:6 --quiet has a contrast of/),
    expect.stringMatching(/^light\.css:7 --accent has a contrast of/),
  ]);
  edit('light.css', 'brightness(1)', 'none')();
  expect(await onArt()).toHaveLength(4);
  edit('light.css', '--art-filter: none;', "--art-wide: url('./art-1299.jpg'); --art-filter: brightness(1);")();
  expect(await onArt()).toHaveLength(1);
  edit('light.css', "--art-wide: url('./art-1299.jpg');", '')();
  // What is not known is not judged.
  edit('light.css', 'brightness(1)', 'url(#own)')();
  expect(await onArt()).toHaveLength(1);
  writeFileSync(fileOf('art-wide.jpg'), 'x');
  expect(await onArt()).toEqual([]);
});

test.each<[change: () => void, ...mistakes: string[]]>([
  [() => rmSync(fileOf('art-627.avif')), 'look.css:10 "./art-627.avif" does not lie beside the stylesheet'],
  [
    edit('look.css', './art-627.avif', '../satin/x.avif'),
    'look.css:10 "../satin/x.avif" does not lie beside the stylesheet',
  ],
  [() => writeFileSync(fileOf('mail.json'), '{ accent'), 'mail.json:1 the file has no colours of mails'],
  [() => writeFileSync(fileOf('mail.json'), '{ "accent": "pink" }'), 'mail.json:1 the file has no colours of mails'],
  [edit('look.css', /\}\s*$/, ''), 'look.css:13 there are 1 opening and 0 closing braces'],
  [edit('look.css', /$/, '/* open'), 'look.css:15 /* is not closed'],
  [edit('look.css', /$/, 'a::after { content: "abc }\n'), 'look.css:15 " is not closed'],
  [edit('look.css', '--ink: #f8eef1', '--ink: f8eef1'), 'look.css:5 --ink is "f8eef1", which is no colour'],
  [edit('look.css', '--quiet: #d8c1cb;', ''), 'look.css:1 the token "--quiet" is missing'],
  [
    edit('look.css', '--accent-ink: #2a0d17', '--accent-ink: #f8eef1'),
    'look.css:8 --accent-ink on --accent has a contrast of 1.6',
  ],
  [
    edit('light.css', /--ink: [^;]+/, '--ink: #e0d0d5'),
    'light.css:5 --ink on --ground has a contrast of 1.3',
    'light.css:5 --ink on --raised has a contrast of 1.4',
  ],
  [
    edit('look.css', '--quiet: #d8c1cb', '--quiet: #ffffff10'),
    'look.css:6 --quiet on --ground has a contrast of 1.2',
    'look.css:6 --quiet on --raised has a contrast of 1.2',
  ],
  [() => writeFileSync(fileOf('art-wide.jpg'), 'x'), 'art-wide.jpg:1 the file is no jpg picture'],
  [() => writeFileSync(fileOf('art-627.avif'), 'x'), 'art-627.avif:1 the file is no avif picture'],
  [cut('icon-192.png'), 'icon-192.png:1 the file is not whole: its end is missing'],
  [cut('favicon.svg'), 'favicon.svg:1 the file is no whole SVG picture'],
  [() => cpSync(fileOf('icon-512.png'), fileOf('icon-192.png')), 'icon-192.png:1 the icon has 512 × 512 pixels'],
])('%#: what pages cannot show is reported', (change, ...mistakes) => {
  change();
  expect([...new Set(told())]).toEqual(mistakes);
});

test.each(['<svg><path d="M0 0"/></svg>', '<?xml version="1.0"?><!-- a --><svg><g><path/></g></svg>\n'])(
  '%s is a picture',
  (svg) => expect(pictureMistake('a.svg', Buffer.from(svg))).toBeUndefined(),
);

test.each(['<svg viewBox="0 0 1 1"><path d="M0 0', '<svg><g></svg>', '<html></html>', 'x', '', '<svg/><svg/>'])(
  '%s is no picture',
  (svg) => expect(pictureMistake('a.svg', Buffer.from(svg))).toContain('is no whole SVG picture'),
);

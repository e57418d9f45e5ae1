// Files of operators are published, replaced and removed, for all hosts, a brand or a host, and refused where they would be in the way.
import { globSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { isReserved } from '../../../src/check/check-static-files.ts';
import { resolveStaticRequest } from '../../../src/output/requests/resolve-static-request.ts';
import { builtFixture } from '../../support/site/built-fixture.ts';
import { keepFewPages, replace } from '../../support/site/fixture-project.ts';
import { writeTexts } from '../../support/site/small-content.ts';

const { dir, at, build, run, manifest, changes } = builtFixture({}, keepFewPages);

test('files of operators are published unchanged for all hosts, a brand or a host, replaced and removed', async () => {
  const files = {
    'public/ads.txt': 'for all',
    'public/icons/app.png': 'PNG',
    'public/.DS_Store': 'of a file manager',
    'texts/files/plain/.well-known/assetlinks.json': '[]',
    'texts/files/own.example/ads.txt': 'for one',
  };
  writeTexts(dir(), files);
  replace('texts/documents/shared/en/contacts.md', 'Write', '[Ads](/ads.txt). Write')(dir());
  await build();
  const read = (path: string): string => readFileSync(at(`dist/${path}`), 'utf8');
  expect(read('lone.example/de/ads.txt')).toBe('for all');
  expect(read('plain.example/en/ads.txt')).toBe('for all');
  expect(read('own.example/de/ads.txt')).toBe('for one');
  expect(read('own.example/de/.well-known/assetlinks.json')).toBe('[]');
  expect(readdirSync(at('dist/lone.example/de/.well-known'))).not.toContain('assetlinks.json');
  expect(globSync('**/.DS_Store', { cwd: at('dist') })).toEqual([]);
  for (const { host, lang, added } of changes().editions)
    expect(Object.keys(added), `${host}/${lang}`).toEqual(expect.arrayContaining(['/ads.txt', '/icons/app.png']));
  expect(changes().editions).toHaveLength(4);
  const ask = (url: string): ReturnType<typeof resolveStaticRequest> =>
    resolveStaticRequest({ method: 'GET', url, headers: { host: 'own.example' } }, manifest());
  expect(ask('/icons/app.png')).toMatchObject({ status: 200, headers: { 'Content-Type': 'image/png' } });
  expect(ask('/ads.txt')).toMatchObject({
    status: 200,
    headers: { 'Cache-Control': 'no-cache', ETag: expect.any(String) },
  });

  // The next build renders no page.
  writeFileSync(at('public/ads.txt'), 'for all, and new');
  rmSync(at('texts/files/own.example'), { recursive: true });
  rmSync(at('public/icons'), { recursive: true });
  expect(await build()).toContain(' 0 of them rendered\n8 other files in 4 editions');
  for (const edition of changes().editions)
    expect([Object.keys(edition.changed), Object.keys(edition.removed)]).toEqual([['/ads.txt'], ['/icons/app.png']]);
  expect(readFileSync(at('dist/own.example/de/ads.txt'), 'utf8')).toBe('for all, and new');
  expect(await build()).toContain('Nothing changed');
  const { files: published } = manifest().editions[0]!;
  expect(Object.keys(published).filter((file) => !isReserved(file))).toEqual([
    '.well-known/assetlinks.json',
    'ads.txt',
  ]);
});

test('a folder takes the place of a file, and a file the place of a folder', async () => {
  const place = at('texts/files/lone/notes.txt');
  const written = at('dist/lone.example/de/notes.txt');
  writeTexts(dir(), { 'texts/files/lone/notes.txt': 'file' });
  await build();
  rmSync(place);
  writeTexts(dir(), { 'texts/files/lone/notes.txt/more.txt': 'in a folder' });
  await build();
  expect(readFileSync(`${written}/more.txt`, 'utf8')).toBe('in a folder');
  rmSync(place, { recursive: true });
  writeTexts(dir(), { 'texts/files/lone/notes.txt': 'file' });
  await build();
  expect(readFileSync(written, 'utf8')).toBe('file');
});

test('files of operators are refused if the build writes the same file, or a server does not find it', async () => {
  const refused: Record<string, string> = {
    'public/robots.txt': 'the build makes /robots.txt itself',
    'public/google1234.html': 'a page has to be a text of the site',
    'public/notes': 'not every server finds /notes',
    'public/Größe.txt': 'not every server finds /Größe.txt',
    'public/ads.txt.gz': 'servers do not answer with this ending',
    'texts/files/plain/_astro/x.js': 'the build makes /_astro/x.js itself',
    'texts/files/plain/assets/i18n/de.json': 'the build makes /assets/i18n/de.json itself',
    'public/rules.html/x.txt': 'the build makes /rules.html itself',
    'public/sitemap.xml/x.txt': 'the build makes /sitemap.xml itself',
    'public/assets/i18n/notes.txt': 'only translations lie here',
    'public/assets/i18n/more/xx.json': 'only translations lie here',
    'texts/files/ads.txt': 'no file is looked for here',
    'texts/files/lone/api/x.txt': 'the build makes /api/x.txt itself',
    'texts/files/lone.example/ads.txt/more.txt': 'public/ads.txt is a file, where this one needs a folder of that name',
  };
  writeTexts(dir(), Object.fromEntries(Object.keys(refused).map((file) => [file, 'x'])));
  const linked = ['texts/files/own.example', 'texts/files/none.example'];
  writeTexts(dir(), { 'public/ads.txt': 'x', 'outside/secret.txt': 'x' });
  for (const file of linked) symlinkSync(at('outside'), at(file));
  writeTexts(dir(), { 'texts/files/gone.example/robots.txt': 'x' });
  symlinkSync('/etc/hostname', at('public/link.txt'));
  const { code, output } = await run('content-check');
  expect(code).toBe(1);
  for (const [file, words] of Object.entries({ ...refused, 'public/link.txt': 'this is no file but a link' }))
    expect(output).toContain(`  ${file}:1  ${words}`);
  for (const file of linked)
    expect(output).toContain(`  ${file}:1  this is a symbolic link, and links are not followed`);
  expect(output).not.toContain('secret');
  expect(output).toContain(`${Object.keys(refused).length + linked.length + 1} problem(s)`);
  expect(output).toContain('file(s) that no edition shows:\n  texts/files/gone.example/robots.txt\n');
});

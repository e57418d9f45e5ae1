// --dictionaries compresses each page with a dictionary of its brand and language, which later builds keep; without it no byte is left of them.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';

import { beforeAll, expect, test } from 'vitest';

import type { ManifestEdition } from '../../../src/output/manifest.ts';
import { builtFixture } from '../../support/site/built-fixture.ts';
import { hashOf } from '../../support/site/dist-copies.ts';
import { keepFewPages, replace } from '../../support/site/fixture-project.ts';

const { at, dir, build, run, manifest, changes, differences } = builtFixture({}, keepFewPages);

const STORED = 'texts/dictionaries';
const RULES = 'texts/documents/shared/de/rules.md';
const CHANGED = '**Eine geänderte Regel.**';
const NAMES = ['lone.de', 'plain.de', 'plain.en'].map((name) => `${name}.dictionary`);

const editionAt = (root: string): ManifestEdition => manifest().editions.find((edition) => edition.root === root)!;

const pathsOf = ({ root, files }: ManifestEdition, ending: string): string[] =>
  Object.keys(files)
    .filter((file) => file.endsWith(ending))
    .map((file) => `${root}/${file}`);

/** Inodes of the files of an edition that are compressed with its dictionary. A file that is written again has another. */
const inodesOf = (root: string): Record<string, number> =>
  Object.fromEntries(pathsOf(editionAt(root), '.dcz').map((file) => [file, statSync(at(`dist/${file}`)).ino]));

beforeAll(async () => {
  expect(await build('--dictionaries')).toContain(`New dictionaries, which later builds need: ${STORED}/`);
});

test('a build with --dictionaries makes a dictionary for each brand and language, and announces it', () => {
  expect(readdirSync(at(STORED)).toSorted()).toEqual(NAMES);
  expect(manifest().dictionaries).toBe(true);
  for (const edition of manifest().editions) {
    const stored = readFileSync(at(`${STORED}/${edition.brand}.${edition.lang}.dictionary`));
    expect(edition.files[edition.dictionary!]!.sha256).toBe(hashOf(stored));
    expect(edition.headers).toContainEqual({
      path: '/*',
      headers: { Link: `</${edition.dictionary!}>; rel="compression-dictionary"` },
    });
  }
});

test('every page but 404.html has a form that the dictionary decompresses', () => {
  for (const edition of manifest().editions) {
    const dictionary = readFileSync(at(`dist/${edition.root}/${edition.dictionary!}`));
    const pages = pathsOf(edition, '.html').filter((file) => !file.endsWith('/404.html'));
    expect(pathsOf(edition, '.dcz')).toEqual(pages.map((page) => `${page}.dcz`));
    for (const page of pages) {
      const content = readFileSync(at(`dist/${page}.dcz`));
      expect(content.subarray(0, 40).toString('hex')).toBe(`5e2a4d1820000000${hashOf(dictionary)}`);
      const plain = zstdDecompressSync(content.subarray(40), { dictionary });
      expect(plain.equals(readFileSync(at(`dist/${page}`))), page).toBe(true);
    }
  }
});

test('the next build touches no file', async () => {
  const before = inodesOf('plain.example/de');
  expect(await build('--dictionaries')).toContain('Nothing changed');
  expect(inodesOf('plain.example/de')).toEqual(before);
});

test('a changed rule keeps the dictionary, compresses its page to less than 300 bytes, and gives the bytes of a clean build', async () => {
  const { dictionary } = editionAt('plain.example/de');
  const before = inodesOf('plain.example/de');
  replace(RULES, '**Rule.**', CHANGED)(dir());
  await build('--dictionaries');
  const edition = editionAt('plain.example/de');
  expect(edition.dictionary).toBe(dictionary);
  expect(edition.files['rules.html.dcz']!.bytes).toBeLessThan(300);
  const after = inodesOf('plain.example/de');
  const touched = Object.keys(after).filter((file) => after[file] !== before[file]);
  expect(touched).toContain('plain.example/de/rules.html.dcz');
  expect(touched.length).toBeLessThan(Object.keys(after).length / 2);
  expect(changes().editions.flatMap(({ headersChanged }) => headersChanged)).not.toContain(true);
  const { build: id } = manifest();
  for (const left of ['dist', 'dist.next', '.cache']) rmSync(at(left), { recursive: true, force: true });
  await build('--dictionaries');
  expect(manifest().build).toBe(id);
});

test('a removed dictionary is made of the present pages, and open pages find the last one for one build more', async () => {
  const { dictionary: last } = editionAt('own.example/de');
  rmSync(at(`${STORED}/plain.de.dictionary`));
  await build('--dictionaries');
  const edition = editionAt('own.example/de');
  expect(edition.dictionary).not.toBe(last);
  expect(Object.keys(edition.kept)).toEqual([last, `${last}.br`, `${last}.gz`]);
  expect(statSync(at(`dist/own.example/de/${last}`)).isFile()).toBe(true);
});

test('a build of one host keeps the dictionaries of the others', async () => {
  const before = editionAt('lone.example/de');
  await run('build', { HOSTS: 'own.example' }, ['--dictionaries']);
  expect(editionAt('lone.example/de')).toEqual(before);
  await run('build', { HOSTS: 'own.example' });
  expect([editionAt('own.example/de').dictionary, manifest().dictionaries]).toEqual([undefined, true]);
});

test('a build without the flag has the bytes of a build that never had dictionaries', async () => {
  await build();
  replace(RULES, CHANGED, '**Rule.**')(dir());
  await build();
  await build();
  expect(manifest().dictionaries).toBe(false);
  expect(differences()).toEqual([]);
});

test('dictionaries are refused without compression', async () => {
  expect(await run('build', {}, ['--dictionaries', '--no-compression'])).toEqual({
    code: 1,
    output: '--dictionaries compresses pages. Leave it or --no-compression out.\n',
  });
});

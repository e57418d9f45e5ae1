import { rmSync } from 'node:fs';

import { afterAll, expect, test } from 'vitest';

import { type Manifest, readManifest } from '../../src/output/manifest.ts';
import { parseManifest } from '../../src/output/parse-manifest.ts';
import { smallDist } from '../support/site/small-dist.ts';

const dist = smallDist({ 'one.example': ['en'] });
afterAll(() => rmSync(dist, { recursive: true }));

/** A manifest with a change, as a hostile writer of the target would store it. */
function changed(change: (manifest: Manifest, edition: Manifest['editions'][0]) => void): string {
  const manifest = readManifest(dist);
  change(manifest, manifest.editions[0]!);
  return JSON.stringify(manifest);
}

const file = { sha256: 'a'.repeat(64), bytes: 1 };

test.each<[string, string]>([
  ['a path above the folder', changed((_, { files }) => (files['../other/index.html'] = file))],
  ['an absolute path', changed((_, { files }) => (files['/etc/passwd'] = file))],
  ['a path of two slashes', changed((_, { files }) => (files['a//b'] = file))],
  ['a path that ends with a slash', changed((_, { files }) => (files['a/'] = file))],
  ['an empty path', changed((_, { files }) => (files[''] = file))],
  ['a path with NUL', changed((_, { files }) => (files['a\0b'] = file))],
  ['a path with a line break', changed((_, { kept }) => (kept['a\nb'] = file))],
  ['a path with a backslash', changed((_, { kept }) => (kept['..\\..\\a'] = file))],
  ['a path of a dot', changed((_, { files }) => (files['./a'] = file))],
  ['a host that leads up', changed((_, edition) => Object.assign(edition, { host: '..', root: '../en' }))],
  ['a host with a slash', changed((_, edition) => Object.assign(edition, { host: 'a/b', root: 'a/b/en' }))],
  ['a host for a shell', changed((_, edition) => Object.assign(edition, { host: '$(id)', root: '$(id)/en' }))],
  ['a host of a bucket', changed((_, edition) => Object.assign(edition, { host: '.deploy', root: '.deploy/en' }))],
  ['a root of another edition', changed((_, edition) => (edition.root = 'two.example/en'))],
  ['a header with a line break', changed((_, { headers }) => (headers[0]!.headers['X-A'] = 'a\r\nSet-Cookie: b'))],
  ['an id that leads up', changed((manifest) => (manifest.build = '../../../etc'))],
  ['a hash that is none', changed((_, { files }) => (files['index.html']!.sha256 = '../../x'))],
  ['negative bytes', changed((_, { files }) => (files['index.html']!.bytes = -1))],
  ['a file more, with the id of before', changed((_, { files }) => (files['more.html'] = file))],
  ['a prototype', JSON.stringify(readManifest(dist)).replace('"files":{', `"files":{"__proto__":{"a":1},`)],
  ['no object', '[]'],
  ['half of it', JSON.stringify(readManifest(dist)).slice(0, 500)],
])('a manifest with %s is refused', (_, text) => {
  expect(() => parseManifest(text, 'The manifest')).toThrow(/^The manifest is (refused|no JSON)/);
});

test('the manifest itself is accepted', () => {
  expect(
    parseManifest(
      changed(() => {}),
      'The manifest',
    ),
  ).toEqual(readManifest(dist));
});

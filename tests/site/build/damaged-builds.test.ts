import {
  cpSync,
  globSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';

import { describe, expect, test } from 'vitest';

import { PROGRAM_DIR } from '../../../src/build/renderer/program-digest.mjs';
import { builtFixture } from '../../support/site/built-fixture.ts';
import { replace } from '../../support/site/fixture-project.ts';
import { writeTexts } from '../../support/site/small-content.ts';

const { dir, at, build, run, differences } = builtFixture();

const cached = (folder: string): string => at(`.cache/${folder}/${readdirSync(at(`.cache/${folder}`))[0]}`);

/** Replaces a string in a file with another of the same length. */
const alter = (file: string, from = 'own.example', to = 'own.exampel'): void =>
  writeFileSync(file, readFileSync(file, 'latin1').replaceAll(from, to), 'latin1');

describe.each<[string, [string, () => void][]]>([
  [
    'of dist/',
    [
      [
        'in each edition another file is changed or lost',
        () => {
          writeFileSync(at('dist/plain.example/en/rules.html'), 'Hello');
          writeFileSync(at('dist/plain.example/de/rules.html.br'), 'Hello');
          rmSync(at('dist/plain.example/es/rules.html.gz'));
          alter(at('dist/own.example/de/rules.html'));
          rmSync(at('dist/lone.example/de/rules.html'));
          rmSync(at('dist/closed.example'), { recursive: true });
        },
      ],
      ['nginx.conf is lost', () => rmSync(at('dist/publish/nginx.conf'))],
    ],
  ],
  [
    'of the manifest',
    [
      ['it is cut', () => truncateSync(at('dist/publish/manifest.json'), 1000)],
      ['it is changed', () => alter(at('dist/publish/manifest.json'))],
      [
        'an earlier version wrote it',
        () => writeFileSync(at('dist/publish/manifest.json'), '{"version":"0.9.0","editions":[]}'),
      ],
    ],
  ],
  [
    'of the caches',
    [
      ['the record of the build is changed', () => alter(cached('builds'))],
      ['the record of the build is cut', () => truncateSync(cached('builds'), 500)],
      ['the record of the build is lost', () => rmSync(at('.cache/builds'), { recursive: true })],
      ['cached pages are changed', () => alter(cached('pages'))],
      ['cached pages are cut', () => truncateSync(cached('pages'), 500)],
      [
        'cached pages are lost, and nginx.conf',
        () => {
          rmSync(at('.cache/pages'), { recursive: true });
          rmSync(at('dist/publish/nginx.conf'));
        },
      ],
      [
        'the cache of texts is changed, and a robots.txt',
        () => {
          alter(at('.cache/texts'), '"rule-3"', '"rule-x"');
          writeFileSync(at('dist/own.example/de/robots.txt'), 'Disallow: /');
        },
      ],
    ],
  ],
  [
    'of the compiled program',
    [
      ['a compiled page is changed', () => alter(compiledPage(), '<footer', '<div')],
      ['a bundled module is cut', () => truncateSync(at(bundledModule()), 1000)],
      ['the caches are lost', () => rmSync(at('.cache'), { recursive: true })],
    ],
  ],
])('damage %s is repaired:', (_, cases) => {
  test.each(cases)('%s', async (_case, damage) => {
    damage();
    await build();
    expect(differences()).toEqual([]);
  });

  test('and the next build has nothing to do', async () => {
    expect(await build()).toContain('Nothing changed');
  });
});

test('a build repairs the copy of the build before the last, into which it links the new files', async () => {
  const rules = 'texts/documents/shared/de/rules.md';
  rmSync(at('dist.next/lone.example'), { recursive: true, force: true });
  replace(rules, 'Number 17', 'Number seventeen')(dir());
  writeTexts(dir(), { 'texts/files/plain/new.txt': 'A file that the build before the last lacks.' });
  await build();
  expect(differences().filter((file) => /^lone\.example\/(?!de\/rules\.html)/.test(file))).toEqual([]);
  // All folders stay, so that only their times show the foreign file.
  writeFileSync(at('dist.next/plain.example/de/new.txt'), 'No build made this file.');
  rmSync(at('dist.next/own.example/de/contacts.html'));
  writeFileSync(at('dist.next/plain.example/de/robots.txt'), 'Disallow: /');
  writeFileSync(at('dist.next/plain.example/de/foreign.txt'), 'No build made this file.');
  replace(rules, 'Number seventeen', 'Number 17')(dir());
  rmSync(at('texts/files/plain/new.txt'));
  await build();
  expect(differences()).toEqual([]);
});

test('a file in the place of a folder is refused, as any file that no build made', async () => {
  rmSync(at('dist/own.example/de/blog'), { recursive: true });
  writeFileSync(at('dist/own.example/de/blog'), 'Hello');
  const { output } = await run('build');
  expect(output).toContain(
    '1 file(s) were not made by a build, which would remove them:\n  dist/own.example/de/blog\n',
  );
  rmSync(at('dist/own.example/de/blog'));
  await build();
  expect(differences()).toEqual([]);
});

test('a file that became a link is a file again', async () => {
  const file = at('dist/own.example/de/rules.html');
  renameSync(file, at('aside.html'));
  symlinkSync(at('aside.html'), file);
  await build();
  expect(lstatSync(file).isFile()).toBe(true);
  expect(differences()).toEqual([]);
});

test('damage that keeps size and time of a file is repaired by --force', async () => {
  for (const path of ['dist/own.example/de/rules.html', 'dist.next/own.example/de/contacts.html']) {
    const file = at(path);
    const { atime, mtime } = statSync(file);
    // The two folders share files.
    cpSync(file, `${file}.new`);
    renameSync(`${file}.new`, file);
    alter(file);
    utimesSync(file, atime, mtime);
  }
  expect(differences()).not.toEqual([]);
  await build('--force');
  expect(differences()).toEqual([]);
});

test('checks that passed before are repeated for changed translations, and for a changed hosts file', async () => {
  const words = readFileSync(at('public/assets/i18n/de.json'), 'utf8');
  const hosts = readFileSync(at('hosts.ts'), 'utf8');
  replace('public/assets/i18n/de.json', '"enter": "', '"enter": "<')(dir());
  replace('hosts.ts', "name: 'Lone',", "name: 'Lone', name: 'Alone',")(dir());
  const { code, output } = await run('build');
  expect(code).toBe(1);
  expect(output).toContain('"home.enter" has a "<"');
  expect(output).toContain('"name" is repeated');
  writeFileSync(at('public/assets/i18n/de.json'), words);
  writeFileSync(at('hosts.ts'), hosts);
  expect(await build()).toContain('Nothing changed');
});

const bundledModule = (): string => globSync(`${PROGRAM_DIR}/*/update-dist-*.mjs`, { cwd: dir() })[0]!;
const compiledPage = (): string => globSync(at('.build/pages/server/chunks/Page_*.mjs'))[0]!;

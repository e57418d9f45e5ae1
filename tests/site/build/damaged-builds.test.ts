// A build repairs what was damaged in dist/, dist.next/, the manifest, the caches and the compiled program, byte for byte, and the next one has nothing to do.
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

import { expect, test } from 'vitest';

import { PROGRAM_DIR } from '../../../src/generator/renderer/program-digest.mjs';
import { outputOf } from '../../../src/output/folders.ts';
import { readManifestIfIntact } from '../../../src/output/manifest.ts';
import { builtFixture } from '../../support/site/built-fixture.ts';
import { keepFewPages, replace } from '../../support/site/fixture-project.ts';
import { writeTexts } from '../../support/site/small-content.ts';

const { dir, at, build, run, stamps, differences } = builtFixture({}, keepFewPages);

const cached = (folder: string, index = 0): string =>
  at(`.cache/${folder}/${readdirSync(at(`.cache/${folder}`)).toSorted()[index]}`);

/** Replaces a string in a file with another of the same length. */
function alter(file: string, from = 'own.example', to = 'own.exampel'): void {
  const text = readFileSync(file, 'latin1');
  expect(text).toContain(from);
  writeFileSync(file, text.replaceAll(from, to), 'latin1');
}

async function expectRepair(): Promise<void> {
  await build();
  expect(differences()).toEqual([]);
  expect(await build()).toContain('Nothing changed');
}

test('files of each edition that were changed, lost or replaced by a link are repaired; a file in the place of a folder is refused', async () => {
  rmSync(at('dist/own.example/de/blog'), { recursive: true });
  writeFileSync(at('dist/own.example/de/blog'), 'Hello');
  const { output } = await run('build');
  expect(output).toContain(
    '1 file(s) were not made by a build, which would remove them:\n  dist/own.example/de/blog\n',
  );
  rmSync(at('dist/own.example/de/blog'));
  writeFileSync(at('dist/plain.example/en/rules.html'), 'Hello');
  writeFileSync(at('dist/plain.example/de/rules.html.br'), 'Hello');
  rmSync(at('dist/plain.example/de/contacts.html.gz'));
  alter(at('dist/plain.example/de/privacy_policy.html'));
  const file = at('dist/lone.example/de/rules.html');
  renameSync(file, at('aside.html'));
  symlinkSync(at('aside.html'), file);
  rmSync(at('dist/own.example'), { recursive: true });
  await expectRepair();
  expect(lstatSync(file).isFile()).toBe(true);
});

test('a manifest that is cut, changed or of an earlier version counts as none, and is written again', async () => {
  const manifest = at('dist/publish/manifest.json');
  const text = readFileSync(manifest);
  truncateSync(manifest, 1000);
  expect(readManifestIfIntact(outputOf(at('')), 'dist')).toBeUndefined();
  writeFileSync(manifest, '{"version":"0.9.0","editions":[]}');
  expect(readManifestIfIntact(outputOf(at('')), 'dist')).toBeUndefined();
  writeFileSync(manifest, text);
  alter(manifest);
  expect(readManifestIfIntact(outputOf(at('')), 'dist')).toBeUndefined();
  await expectRepair();
});

// A build reads the caches only where an input or a published file is not that of the last build.
test('a changed record of the build, and a lost nginx.conf', async () => {
  alter(cached('builds'), 'plain.example', 'plain.exampel');
  rmSync(at('dist/publish/nginx.conf'));
  await expectRepair();
});

test('cached pages that are changed, cut or lost; the copy of the build before the last; a changed cache of texts', async () => {
  const rules = 'texts/documents/shared/de/rules.md';
  alter(cached('pages', 0), 'rules', 'rulez');
  truncateSync(cached('pages', 1), 500);
  rmSync(cached('pages', 2));
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
  alter(at('.cache/texts'), '"rule-3"', '"rule-x"');
  replace(rules, 'Number seventeen', 'Number 17')(dir());
  rmSync(at('texts/files/plain/new.txt'));
  await expectRepair();
});

test('a changed compiled page and a bundled module that is cut, where caches and the copy of the build before the last are lost', async () => {
  for (const lost of ['.cache', 'dist.next']) rmSync(at(lost), { recursive: true });
  alter(globSync(at('.build/pages/server/chunks/Page_*.mjs'))[0]!, '<footer', '<div');
  truncateSync(at(globSync(`${PROGRAM_DIR}/*/update-dist-*.mjs`, { cwd: dir() })[0]!), 1000);
  await expectRepair();
});

test('--force renders every page, repairs damage that keeps size and time of a file, and touches no other', async () => {
  const before = stamps();
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
  expect(await build('--force')).toMatch(/(\d+) pages, \1 of them rendered\nNothing changed/);
  expect(differences()).toEqual([]);
  const touched = [...stamps()].filter(([file, stamp]) => before.get(file) !== stamp).map(([file]) => file);
  expect(touched.toSorted()).toEqual(['own.example/de/rules.html', 'publish/changes.json', 'publish/manifest.json']);
});

test('checks that passed before are repeated for changed translations, and for a changed hosts file', async () => {
  const words = readFileSync(at('public/assets/i18n/de.json'), 'utf8');
  const hosts = readFileSync(at('hosts.ts'), 'utf8');
  replace('public/assets/i18n/de.json', '"enter": "', '"enter": "<')(dir());
  replace('hosts.ts', "name: 'Lone',", "name: 'Lone', name: 'Alone',")(dir());
  const { code, output } = await run('build');
  expect(code).toBe(1);
  expect(output).toContain('"home.enter" has <');
  expect(output).toContain('"name" is repeated');
  writeFileSync(at('public/assets/i18n/de.json'), words);
  writeFileSync(at('hosts.ts'), hosts);
  expect(await build()).toContain('Nothing changed');
});

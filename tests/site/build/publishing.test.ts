// A build reports its changes, touches only files that change, keeps hashed files of earlier builds, and removes no file of another program.
import {
  globSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';

import { beforeAll, describe, expect, test } from 'vitest';

import { resolveStaticRequest } from '../../../src/output/requests/resolve-static-request.ts';
import { builtFixture } from '../../support/site/built-fixture.ts';
import { keepFewPages, replace } from '../../support/site/fixture-project.ts';
import { writeTexts } from '../../support/site/small-content.ts';

const { dir, at, build, run, stamps, manifest, changes } = builtFixture({}, keepFewPages);

describe('without a change', () => {
  // The first build empties changes.json.
  beforeAll(async () => void (await build()));

  test('the build names no URL, and touches no file of dist/', async () => {
    const before = stamps();
    expect((await build()).trimEnd()).toMatch(/4 editions, \d+ pages, 0 of them rendered\nNothing changed$/);
    expect(changes().editions).toEqual([]);
    expect(stamps()).toEqual(before);
  });

  test('the build restores modification times that a copy has lost', async () => {
    const before = stamps();
    for (const file of ['rules.html', 'rules.html.br'])
      utimesSync(at(`dist/plain.example/de/${file}`), Date.now() / 1000, Date.now() / 1000);
    expect(await build()).toContain('Nothing changed');
    expect(stamps()).toEqual(before);
  });
});

test('a changed rule changes a page in each edition that shows it, and the build reports it', async () => {
  const before = stamps();
  const old = manifest();
  replace('texts/documents/shared/de/rules.md', 'Number 17', 'Number seventeen')(dir());
  expect((await build()).trimEnd()).toMatch(/3 of them rendered\n3 pages changed in 3 editions$/);
  const { previous, build: current, editions } = changes();
  expect([previous, current]).toEqual([old.build, manifest().build]);
  expect(editions.map(({ host, lang }) => `${host}/${lang}`)).toEqual([
    'plain.example/de',
    'own.example/de',
    'lone.example/de',
  ]);
  expect(editions[0]).toEqual({
    host: 'plain.example',
    lang: 'de',
    added: {},
    changed: {
      '/rules': { old: expect.stringMatching(/^[0-9a-f]{64}$/), new: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
    removed: {},
    headersChanged: false,
  });
  const touched = [...stamps()].filter(([file, stamp]) => before.get(file) !== stamp).map(([file]) => file);
  const rules = editions.map(({ host, lang }) => `${host}/${lang}/rules.html`);
  expect(touched.toSorted()).toEqual(
    [
      ...rules.flatMap((file) => [file, `${file}.br`, `${file}.gz`]),
      'publish/changes.json',
      'publish/manifest.json',
    ].toSorted(),
  );
});

/** Hashes of styles that nginx allows on the changed host. */
function stylesAllowed(): Set<string> {
  const config = readFileSync(at('dist/publish/nginx-http.conf'), 'utf8');
  const [, number] = /lone\.example\/de (\d+);/.exec(config)!;
  const [, styles] = new RegExp(`^ +${number} ".*?style-src ([^;]+)`, 'm').exec(config)!;
  return new Set(styles!.split(' '));
}

test('hashed files of earlier builds stay for fourteen days, so that open pages still find them', async () => {
  const filesOf = (list: 'files' | 'kept'): string[] =>
    Object.keys(manifest().editions.find(({ host }) => host === 'lone.example')![list]);
  // Scripts are the same for every theme.
  const old = filesOf('files').filter((file) => /^_astro\/.*\.(avif|jpg)$/.test(file));
  expect(old.length).toBeGreaterThan(0);
  replace('hosts.ts', 'look: looks[0]', 'look: looks.at(-1)')(dir());
  const stylesBefore = stylesAllowed();
  expect(await build()).toContain('Reload nginx and Caddy');
  expect(changes().reload).toBe(true);
  const stylesOfBoth = stylesAllowed();
  expect(stylesOfBoth.size).toBeGreaterThan(stylesBefore.size);
  for (const style of stylesBefore) expect(stylesOfBoth).toContain(style);
  expect(filesOf('kept').filter((file) => old.includes(file))).toEqual(old);
  const now = manifest();
  for (const file of old) {
    const request = { method: 'GET', url: `/${file}`, headers: { host: 'lone.example' } };
    expect(resolveStaticRequest(request, now)).toMatchObject({ status: 200, file: `lone.example/de/${file}` });
    expect(statSync(at(`dist/lone.example/de/${file}`)).isFile()).toBe(true);
  }
  expect(Object.keys(changes().editions[0]!.removed)).toEqual([]);

  // Builds without a change keep these files, and ask no CDN to remove them.
  const unchanged = { build: now.build, previous: now.build, reload: false, editions: [] };
  for (const hosts of ['', 'lone.example']) {
    const { output } = await run('build', { HOSTS: hosts });
    expect(output.trimEnd()).toMatch(/Nothing changed$/);
    expect(changes()).toEqual(unchanged);
  }
  expect(filesOf('kept').filter((file) => old.includes(file))).toEqual(old);
  expect(stylesAllowed()).toEqual(stylesOfBoth);

  replace('texts/documents/shared/de/rules.md', 'Number 18', 'Number eighteen')(dir());
  // The styles of the build before are no longer allowed, but a server that still allows them needs no reload.
  expect((await build()).trimEnd()).toMatch(/\n3 pages changed.*$/);
  expect(changes().reload).toBe(false);
  expect(stylesAllowed().size).toBeLessThan(stylesOfBoth.size);
  expect(filesOf('kept').filter((file) => old.includes(file))).toEqual(old);

  const kept = Object.values(manifest().editions.find(({ host }) => host === 'lone.example')!.kept);
  const [until = ''] = new Set(kept.map((file) => file.until));
  const on = (day: string, later = 0) => ({ SOURCE_DATE_EPOCH: String(Date.parse(day) / 1000 + later * 86_400) });
  const buildAgain = async (later: number): Promise<void> => {
    replace('texts/documents/shared/de/rules.md', 'Number eighteen', 'Number eighteen and')(dir());
    const { code, output } = await run('build', on(until, later));
    expect(code, output).toBe(0);
  };
  await buildAgain(0);
  expect(filesOf('kept').filter((file) => old.includes(file))).toEqual(old);
  await buildAgain(1);
  expect(filesOf('kept')).toEqual([]);
  expect(globSync(at('dist/lone.example/de/_astro/*.{avif,jpg}')).length).toBe(old.length);
  const lone = changes().editions.find(({ host }) => host === 'lone.example')!;
  expect(Object.keys(lone.removed).toSorted()).toEqual(old.map((file) => `/${file}`).toSorted());
});

describe('a build removes no file of another program:', () => {
  test('an unknown file in dist/ stops a build that would remove it', async () => {
    writeFileSync(at('dist/lone.example/de/ads.txt'), 'put here by hand');
    expect(await build()).toContain('Nothing changed');
    replace('texts/documents/shared/de/rules.md', 'Number 19', 'Number nineteen')(dir());
    const { code, output } = await run('build');
    expect(code).toBe(1);
    expect(output).toMatch(
      /1 file\(s\) were not made by a build.*:\n {2}dist\/lone.example\/de\/ads.txt\nMove them to public\//,
    );
    expect(readFileSync(at('dist/lone.example/de/ads.txt'), 'utf8')).toBe('put here by hand');
    rmSync(at('dist/lone.example/de/ads.txt'));
    expect(await build()).toContain('3 pages changed');
  });

  test('a dist/ of another program, and a dist/ that is a link, stay unchanged', async () => {
    renameSync(at('dist'), at('elsewhere'));
    symlinkSync('elsewhere', at('dist'));
    const linked = await run('build');
    expect(linked).toEqual({
      code: 1,
      output: expect.stringMatching(/^dist is a link to .*\/elsewhere, and a build exchanges dist\/ itself/),
    });
    expect(readlinkSync(at('dist'))).toBe('elsewhere');
    rmSync(at('dist'));
    // A dangling link is not a missing dist/ that the build would restore.
    symlinkSync('nowhere', at('dist'));
    writeTexts(dir(), { 'dist.old/index.html': 'Hello' });
    expect(await run('build')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^dist is a link to nothing/),
    });
    expect(readlinkSync(at('dist'))).toBe('nowhere');
    rmSync(at('dist'));
    rmSync(at('dist.old'), { recursive: true });
    writeTexts(dir(), { 'dist/index.html': 'Hello', 'dist/publish/index.html': 'Hello' });
    const foreign = await run('build');
    expect(foreign).toMatchObject({ code: 1, output: expect.stringContaining('dist/ was not made by a build') });
    expect(readdirSync(at('dist'))).toEqual(['index.html', 'publish']);
    rmSync(at('dist'), { recursive: true });
    renameSync(at('elsewhere'), at('dist'));
    expect(await build()).toContain('Nothing changed');
  });
});

test('a removed host is absent from dist/, and the build names its pages', async () => {
  replace('hosts.ts', /'own.example': .*/, '')(dir());
  expect(await build()).toMatch(/\d+ removed.*\nReload nginx and Caddy/);
  expect(readdirSync(at('dist'))).not.toContain('own.example');
  const gone = changes().editions.find(({ host }) => host === 'own.example')!;
  expect(gone.removed).toMatchObject({
    '/': expect.any(String),
    '/rules': expect.any(String),
    '/robots.txt': expect.any(String),
  });
});

import {
  globSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { compress } from '../../src/build/files/compress.ts';
import type { Changes } from '../../src/build/incremental/changes.ts';
import { isReserved } from '../../src/check/check-static-files.ts';
import type { Manifest } from '../../src/output/manifest.ts';
import { resolveStaticRequest } from '../../src/server/resolve-static-request.ts';
import type { Project } from '../support/project.ts';
import { article, writeTexts } from '../support/site/content.ts';
import { differences } from '../support/site/differences.ts';
import { FIXTURE, makeFixture, replace } from '../support/site/fixture-site.ts';

let project: Project;
let clean: Project;

beforeAll(async () => {
  [project, clean] = [makeFixture(), makeFixture()];
  await Promise.all([build(), clean.run('build', FIXTURE)]);
});
afterAll(() => [project, clean].forEach((one) => one.remove()));

const at = (path: string): string => join(project.dir, path);

async function build(...args: string[]): Promise<string> {
  const { code, output } = await project.run('build', FIXTURE, args);
  expect(code, output).toBe(0);
  return output;
}

const readJson = <Content>(path: string): Content => JSON.parse(readFileSync(at(path), 'utf8')) as Content;

/** When and as which file each file of `dist/` was written. */
const stamps = (): Map<string, string> =>
  new Map(
    globSync(['**/*', '**/.*/*'], { cwd: at('dist') })
      .filter((file) => statSync(at(`dist/${file}`)).isFile())
      .map((file) => [file, `${statSync(at(`dist/${file}`)).mtimeMs} ${statSync(at(`dist/${file}`)).ino}`]),
  );

describe('where nothing changed', () => {
  test('no URL is named, and no file of dist/ is touched', async () => {
    await build();
    const before = stamps();
    expect((await build()).trimEnd()).toMatch(/6 editions, \d+ pages, 0 of them rendered\nNothing changed$/);
    expect(readJson<Changes>('dist/publish/changes.json').editions).toEqual([]);
    expect(stamps()).toEqual(before);
  });

  test('files that lost their times in a copy get them back', async () => {
    const before = stamps();
    for (const file of ['rules.html', 'rules.html.br'])
      utimesSync(at(`dist/plain.example/de/${file}`), Date.now() / 1000, Date.now() / 1000);
    expect(await build()).toContain('Nothing changed');
    expect(stamps()).toEqual(before);
  });

  test('--force renders every page, and touches no file either', async () => {
    const before = stamps();
    expect(await build('--force')).toMatch(/(\d+) pages, \1 of them rendered\nNothing changed/);
    expect(stamps()).toEqual(before);
  });
});

describe('the level of compression', () => {
  const best = async (): Promise<string> => {
    await build('--compress', 'best');
    return readJson<Manifest>('dist/publish/manifest.json').build;
  };
  const cached = (): string[] => globSync(at('.cache/compressed/*')).toSorted();
  let first: string;

  test('is the best where that is asked for', async () => {
    first = await best();
    for (const page of globSync(at('dist/plain.example/de/*.html'))) {
      const { br, gz } = compress(readFileSync(page), 'best');
      expect(readFileSync(`${page}.br`).equals(br), page).toBe(true);
      expect(readFileSync(`${page}.gz`).equals(gz), page).toBe(true);
    }
  });

  test('depends on nothing but the flag', async () => {
    await build();
    expect(differences(at('dist'), join(clean.dir, 'dist'))).toEqual([]);
    await build();
    const before = stamps();
    await build();
    expect(stamps()).toEqual(before);
  });

  test('costs no time where a text was compressed before', async () => {
    const times = (): number[] => cached().map((file) => statSync(file).mtimeMs);
    const before = times();
    expect(before.length).toBeGreaterThan(50);
    expect(await best()).toBe(first);
    expect(times()).toEqual(before);
  });

  test('is right where what was compressed before is damaged', async () => {
    cached().forEach((file, index) => (index % 2 ? truncateSync(file, 100) : writeFileSync(file, 'Hello')));
    rmSync(at('dist'), { recursive: true });
    expect(await best()).toBe(first);
    await build();
    expect(differences(at('dist'), join(clean.dir, 'dist'))).toEqual([]);
  });

  test('is refused where there is no such level', async () => {
    const { code, output } = await project.run('build', FIXTURE, ['--compress', 'most']);
    expect([code, output]).toEqual([1, '--compress is "most". Write fast, or best for a build that is deployed.\n']);
  });
});

test('one rule changes one page in each edition that shows it, and the build says so', async () => {
  const before = stamps();
  const old = readJson<Manifest>('dist/publish/manifest.json');
  for (const { dir } of [project, clean])
    replace('texts/documents/shared/de/rules.md', 'Number 17', 'Number seventeen')(dir);
  expect((await build()).trimEnd()).toMatch(/3 of them rendered\n3 pages changed in 3 editions$/);
  const changes = readJson<Changes>('dist/publish/changes.json');
  expect(changes.previous).toBe(old.build);
  expect(changes.build).toBe(readJson<Manifest>('dist/publish/manifest.json').build);
  const [first] = changes.editions;
  expect(changes.editions.map(({ host, lang }) => `${host}/${lang}`)).toEqual([
    'plain.example/de',
    'own.example/de',
    'lone.example/de',
  ]);
  expect(first).toEqual({
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
  const rules = changes.editions.map(({ host, lang }) => `${host}/${lang}/rules.html`);
  expect(touched.toSorted()).toEqual(
    [
      ...rules.flatMap((file) => [file, `${file}.br`, `${file}.gz`]),
      'publish/changes.json',
      'publish/manifest.json',
    ].toSorted(),
  );
});

describe('what is damaged is noticed and made anew:', () => {
  beforeAll(async () => {
    await clean.run('build', FIXTURE);
  });

  const memory = (): string => at(`.cache/pages/${readdirSync(at('.cache/pages'))[0]}`);
  const flip = (file: string, from = 'own.example', to = 'own.exampel'): void =>
    writeFileSync(file, readFileSync(file, 'latin1').replaceAll(from, to), 'latin1');

  test.each<[string, () => void]>([
    [
      'on each host something else: a changed page, one of the same length, a lost page, a lost folder',
      () => {
        writeFileSync(at('dist/plain.example/de/rules.html'), 'Hello');
        flip(at('dist/own.example/de/rules.html'));
        rmSync(at('dist/lone.example/de/rules.html'));
        rmSync(at('dist/closed.example'), { recursive: true });
      },
    ],
    ['a changed robots.txt', () => writeFileSync(at('dist/own.example/de/robots.txt'), 'Disallow: /')],
    ['a cut manifest', () => truncateSync(at('dist/publish/manifest.json'), 1000)],
    ['a changed manifest', () => flip(at('dist/publish/manifest.json'))],
    ['a lost nginx.conf', () => rmSync(at('dist/publish/nginx.conf'))],
    ['a changed memory of pages', () => flip(memory())],
    ['a cut memory of pages', () => truncateSync(memory(), 500)],
    ['no memory of pages', () => rmSync(at('.cache/pages'), { recursive: true })],
    ['a changed memory of texts', () => flip(at('.cache/texts.json'), '"rule-3"', '"rule-x"')],
    ['a changed compressed page', () => writeFileSync(at('dist/plain.example/de/rules.html.br'), 'Hello')],
    ['a lost compressed page', () => rmSync(at('dist/plain.example/de/rules.html.gz'))],
    ['a changed compiled page', () => flipCompiled()],
    ['no caches at all', () => ['.cache', '.build'].forEach((folder) => rmSync(at(folder), { recursive: true }))],
    ['an older dist/', () => writeFileSync(at('dist/publish/manifest.json'), '{"version":"0.9.0","editions":[]}')],
  ])('%s', async (_, damage) => {
    damage();
    await build();
    expect(differences(at('dist'), join(clean.dir, 'dist'))).toEqual([]);
    expect(await build()).toContain('Nothing changed');
  });

  function flipCompiled(): void {
    const file = globSync(at('.build/server/chunks/Page_*.mjs'))[0]!;
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('<footer', '<div'));
  }
});

/** Hashes of styles that nginx allows on the host that is changed. */
function stylesAllowed(): Set<string> {
  const config = readFileSync(at('dist/publish/nginx.conf'), 'utf8');
  const [, number] = /lone\.example\/de (\d+);/.exec(config)!;
  const [, styles] = new RegExp(`^ +${number} ".*?style-src ([^;]+)`, 'm').exec(config)!;
  return new Set(styles!.split(' '));
}

test('hashed files of the last build stay for one build more, so that open pages go on', async () => {
  const filesOf = (list: 'files' | 'kept'): string[] =>
    Object.keys(
      readJson<Manifest>('dist/publish/manifest.json').editions.find(({ host }) => host === 'lone.example')![list],
    );
  // Scripts are the same for every look.
  const old = filesOf('files').filter((file) => /^_astro\/.*\.(avif|jpg)$/.test(file));
  expect(old.length).toBeGreaterThan(0);
  replace('hosts.ts', "look: 'satin'", "look: 'velvet'")(project.dir);
  const stylesBefore = stylesAllowed();
  expect(await build()).toContain('Reload nginx and Caddy');
  expect(readJson<Changes>('dist/publish/changes.json').reload).toBe(true);
  const stylesOfBoth = stylesAllowed();
  expect(stylesOfBoth.size).toBeGreaterThan(stylesBefore.size);
  for (const style of stylesBefore) expect(stylesOfBoth).toContain(style);
  expect(filesOf('kept').filter((file) => old.includes(file))).toEqual(old);
  const manifest = readJson<Manifest>('dist/publish/manifest.json');
  for (const file of old) {
    const request = { method: 'GET', url: `/${file}`, headers: { host: 'lone.example' } };
    expect(resolveStaticRequest(request, manifest)).toMatchObject({ status: 200, file: `lone.example/de/${file}` });
    expect(statSync(at(`dist/lone.example/de/${file}`)).isFile()).toBe(true);
  }
  expect(Object.keys(readJson<Changes>('dist/publish/changes.json').editions[0]!.removed)).toEqual([]);

  // However often nothing changes meanwhile, they stay, and nobody is told to remove them.
  const unchanged = { build: manifest.build, previous: manifest.build, reload: false, editions: [] };
  for (const hosts of ['', '', 'lone.example']) {
    const { output } = await project.run('build', { ...FIXTURE, HOSTS: hosts });
    expect(output.trimEnd()).toMatch(/Nothing changed$/);
    expect(readJson<Changes>('dist/publish/changes.json')).toEqual(unchanged);
  }
  expect(filesOf('kept').filter((file) => old.includes(file))).toEqual(old);
  expect(stylesAllowed()).toEqual(stylesOfBoth);

  replace('texts/documents/shared/de/rules.md', 'Number 18', 'Number eighteen')(project.dir);
  // The styles of the build before are allowed no longer, but a server that still allows them needs no reload.
  expect((await build()).trimEnd()).toMatch(/\n3 pages changed.*$/);
  expect(readJson<Changes>('dist/publish/changes.json').reload).toBe(false);
  expect(stylesAllowed().size).toBeLessThan(stylesOfBoth.size);
  expect(filesOf('kept')).toEqual([]);
  expect(globSync(at('dist/lone.example/de/_astro/*.{avif,jpg}')).length).toBe(old.length);
  const lone = readJson<Changes>('dist/publish/changes.json').editions.find(({ host }) => host === 'lone.example')!;
  expect(Object.keys(lone.removed).toSorted()).toEqual(old.map((file) => `/${file}`).toSorted());
});

describe('files of operators', () => {
  const changed = (): Changes['editions'] => readJson<Changes>('dist/publish/changes.json').editions;

  test('are published as they are: for all hosts, for a brand, and for one host before both', async () => {
    const files = {
      'public/ads.txt': 'for all',
      'public/icons/app.png': 'PNG',
      'public/.DS_Store': 'of a file manager',
      'texts/files/plain/.well-known/assetlinks.json': '[]',
      'texts/files/own.example/ads.txt': 'for one',
    };
    writeTexts(project.dir, files);
    replace('texts/documents/shared/es/contacts.md', 'Write', '[Ads](/ads.txt). Write')(project.dir);
    await build();
    const read = (path: string): string => readFileSync(at(`dist/${path}`), 'utf8');
    expect(read('lone.example/de/ads.txt')).toBe('for all');
    expect(read('plain.example/es/ads.txt')).toBe('for all');
    expect(read('own.example/de/ads.txt')).toBe('for one');
    expect(read('own.example/de/.well-known/assetlinks.json')).toBe('[]');
    expect(readdirSync(at('dist/lone.example/de/.well-known'))).not.toContain('assetlinks.json');
    expect(globSync('**/.DS_Store', { cwd: at('dist') })).toEqual([]);
    for (const { host, lang, added } of changed())
      expect([host, lang, Object.keys(added)]).toEqual([
        host,
        lang,
        expect.arrayContaining(['/ads.txt', '/icons/app.png']),
      ]);
    expect(changed()).toHaveLength(6);
    const ask = (url: string): ReturnType<typeof resolveStaticRequest> =>
      resolveStaticRequest(
        { method: 'GET', url, headers: { host: 'own.example' } },
        readJson<Manifest>('dist/publish/manifest.json'),
      );
    expect(ask('/icons/app.png')).toMatchObject({ status: 200, headers: { 'Content-Type': 'image/png' } });
    expect(ask('/ads.txt')).toMatchObject({
      status: 200,
      headers: { 'Cache-Control': 'no-cache', ETag: expect.any(String) },
    });
  });

  test('are exchanged and removed by the next build, without rendering a page', async () => {
    writeFileSync(at('public/ads.txt'), 'for all, and new');
    rmSync(at('texts/files/own.example'), { recursive: true });
    rmSync(at('public/icons'), { recursive: true });
    expect(await build()).toContain(' 0 of them rendered\n12 other files in 6 editions');
    for (const edition of changed())
      expect([Object.keys(edition.changed), Object.keys(edition.removed)]).toEqual([['/ads.txt'], ['/icons/app.png']]);
    expect(readFileSync(at('dist/own.example/de/ads.txt'), 'utf8')).toBe('for all, and new');
    expect(await build()).toContain('Nothing changed');
  });

  test('are refused where the build or a server is in their way', async () => {
    const { files } = readJson<Manifest>('dist/publish/manifest.json').editions[0]!;
    expect(Object.keys(files).filter((file) => !isReserved(file))).toEqual(['.well-known/assetlinks.json', 'ads.txt']);
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
      'texts/files/lone.example/ads.txt/more.txt':
        'public/ads.txt is a file, where this one needs a folder of that name',
    };
    writeTexts(project.dir, Object.fromEntries(Object.keys(refused).map((file) => [file, 'x'])));
    const linked = ['texts/files/own.example', 'texts/files/none.example'];
    writeTexts(project.dir, { 'outside/secret.txt': 'x' });
    for (const file of linked) symlinkSync(at('outside'), at(file));
    writeTexts(project.dir, { 'texts/files/gone.example/robots.txt': 'x' });
    symlinkSync('/etc/hostname', at('public/link.txt'));
    const { code, output } = await project.run('content-check', FIXTURE);
    expect(code).toBe(1);
    for (const [file, words] of Object.entries({ ...refused, 'public/link.txt': 'this is no file but a link' }))
      expect(output).toContain(`  ${file}:1  ${words}`);
    for (const file of linked)
      expect(output).toContain(`  ${file}:1  this is a symbolic link, and links are not followed`);
    expect(output).not.toContain('secret');
    expect(output).toContain(`${Object.keys(refused).length + linked.length + 1} problem(s)`);
    expect(output).toContain('file(s) that no edition shows:\n  texts/files/gone.example/robots.txt\n');
    for (const file of [...Object.keys(refused), ...linked, 'public/link.txt']) rmSync(at(file));
    for (const folder of ['public/rules.html', 'public/sitemap.xml', 'public/assets/i18n/more'])
      rmSync(at(folder), { recursive: true });
    rmSync(at('texts/files'), { recursive: true });
    rmSync(at('public/ads.txt'));
    replace('texts/documents/shared/es/contacts.md', '[Ads](/ads.txt). ', '')(project.dir);
    await build();
  });
});

describe('what no build made is not lost:', () => {
  test('a file that lies in dist/ stops a build that would remove it', async () => {
    writeFileSync(at('dist/lone.example/de/ads.txt'), 'put here by hand');
    expect(await build()).toContain('Nothing changed');
    replace('texts/documents/shared/de/rules.md', 'Number 19', 'Number nineteen')(project.dir);
    const { code, output } = await project.run('build', FIXTURE);
    expect(code).toBe(1);
    expect(output).toMatch(
      /1 file\(s\) were not made by a build.*:\n {2}dist\/lone.example\/de\/ads.txt\nMove them to public\//,
    );
    expect(readFileSync(at('dist/lone.example/de/ads.txt'), 'utf8')).toBe('put here by hand');
    rmSync(at('dist/lone.example/de/ads.txt'));
    expect(await build()).toContain('3 pages changed');
  });

  test('a dist/ of another program, and one that is a link, are left alone', async () => {
    renameSync(at('dist'), at('elsewhere'));
    symlinkSync('elsewhere', at('dist'));
    const linked = await project.run('build', FIXTURE);
    expect(linked).toEqual({
      code: 1,
      output: expect.stringMatching(/^dist is a link to .*\/elsewhere, and a build exchanges dist\/ itself/),
    });
    expect(readlinkSync(at('dist'))).toBe('elsewhere');
    rmSync(at('dist'));
    // A link to nothing is no lost dist/ that the last build has to be put in place of.
    symlinkSync('nowhere', at('dist'));
    writeTexts(project.dir, { 'dist.old/index.html': 'Hello' });
    expect(await project.run('build', FIXTURE)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^dist is a link to nothing/),
    });
    expect(readlinkSync(at('dist'))).toBe('nowhere');
    rmSync(at('dist'));
    rmSync(at('dist.old'), { recursive: true });
    writeTexts(project.dir, { 'dist/index.html': 'Hello', 'dist/publish/index.html': 'Hello' });
    const foreign = await project.run('build', FIXTURE);
    expect(foreign).toMatchObject({ code: 1, output: expect.stringContaining('dist/ was not made by a build') });
    expect(readdirSync(at('dist'))).toEqual(['index.html', 'publish']);
    rmSync(at('dist'), { recursive: true });
    renameSync(at('elsewhere'), at('dist'));
    expect(await build()).toContain('Nothing changed');
  });
});

describe('a build of some hosts', () => {
  const some = (hosts: string): ReturnType<Project['run']> => project.run('build', { ...FIXTURE, HOSTS: hosts });

  test('renders a new host without asking for the others, which link to it after the next build of all', async () => {
    replace(
      'hosts.ts',
      "'plain.example':",
      "'new.example': { languages: ['es'] },\n        'plain.example':",
    )(project.dir);
    const { code, output } = await some('new.example');
    expect(code, output).toBe(0);
    expect(await build()).toContain('in 4 editions');
  });

  test('leaves the others due on their day', async () => {
    const on = (day: string) => ({ ...FIXTURE, SOURCE_DATE_EPOCH: String(Date.parse(day) / 1000) });
    writeTexts(at('texts/blog/shared/de'), { 'due.md': article('Bald', 'Text.', '2026-12-01') });
    await project.run('build', on('2026-11-30'));
    const { code, output } = await project.run('build', { ...on('2026-12-02'), HOSTS: 'lone.example' });
    expect(code, output).toBe(0);
    const { nextBuild, editions } = readJson<Manifest>('dist/publish/manifest.json');
    expect(nextBuild).toBe('2026-12-01');
    const has = (root: string): boolean => 'blog/due.html' in editions.find((edition) => edition.root === root)!.files;
    expect([has('lone.example/de'), has('own.example/de')]).toEqual([true, false]);
    rmSync(at('texts/blog/shared/de/due.md'));
    await build();
  });

  test('drops a kept file that was lost', async () => {
    replace('hosts.ts', "look: 'velvet'", "look: 'satin'")(project.dir);
    await build();
    const kept = readJson<Manifest>('dist/publish/manifest.json').editions.find(
      ({ host }) => host === 'own.example',
    )!.kept;
    const [lost] = Object.keys(kept);
    rmSync(at(`dist/own.example/de/${lost}`));
    replace('texts/documents/shared/en/rules.md', 'Number 20', 'Number twenty')(project.dir);
    const { code, output } = await some('plain.example');
    expect(code, output).toBe(0);
    const { editions } = readJson<Manifest>('dist/publish/manifest.json');
    expect(Object.keys(editions.find(({ host }) => host === 'own.example')!.kept).length).toBe(
      Object.keys(kept).length - 1,
    );
  });

  test('refuses to leave others out that are damaged, or that it knows nothing of', async () => {
    writeFileSync(at('dist/own.example/de/rules.html'), 'Hello');
    const damaged = await some('plain.example');
    expect(damaged.code).toBe(1);
    expect(damaged.output).toContain(
      'dist/own.example/de was changed since it was built. Build all hosts: npm run build\n',
    );
    truncateSync(at('dist/publish/manifest.json'), 1000);
    const unknown = await some('plain.example');
    expect(unknown.code).toBe(1);
    expect(unknown.output).toContain('dist/ has no manifest that can be read. Build all hosts: npm run build\n');
    expect(readdirSync(at('dist'))).toContain('own.example');
    await build();
  });
});

test('a host that is removed is gone from dist/, and its pages are named', async () => {
  replace('hosts.ts', /'own.example': .*/, '')(project.dir);
  expect(await build()).toMatch(/\d+ removed.*\nReload nginx and Caddy/);
  expect(readdirSync(at('dist'))).not.toContain('own.example');
  const gone = readJson<Changes>('dist/publish/changes.json').editions.find(({ host }) => host === 'own.example')!;
  expect(gone.removed).toMatchObject({
    '/': expect.any(String),
    '/rules': expect.any(String),
    '/robots.txt': expect.any(String),
  });
});

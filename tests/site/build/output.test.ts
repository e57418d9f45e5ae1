// dist/ of the shipped site: its report, manifest, compressed files and roots, the same bytes from a clean copy, and builds of a single host.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { compress } from '../../../src/generator/files/compress.ts';
import { SERVER_CONFIGS } from '../../../src/output/cdn-config/server-configs.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { rootOf } from '../../../src/site/editions/editions.ts';
import { dist, editions, htmlFiles, readFile } from '../../support/dist.ts';
import { copyProject, type Project } from '../../support/runnable-project-copy.ts';
import { differences } from '../../support/site/differences.ts';

interface ManifestEdition {
  root: string;
  host: string;
  lang: string;
  brand: string;
  default: boolean;
  closed: boolean;
  files: Record<string, { sha256: string; bytes: number }>;
}

test('the build ends with a line for each edition', () => {
  const lines = inject('report').trim().split('\n');
  const pages = lines.flatMap((line) => /^\S+\/\S+ +(\d+) pages +\d+ kB +0 problems$/.exec(line)?.[1] ?? []);
  expect(pages).toEqual(editions.map((edition) => String(htmlFiles(edition).length)));
  const sum = pages.reduce((all, number) => all + Number(number), 0);
  // The shipped rules have changes, so that a line says when the next build is due.
  expect(lines.findLast((line) => !line.includes(' is due on '))).toMatch(
    new RegExp(`^${sum} pages added, \\d+ other files in ${editions.length} editions$`),
  );
});

test('the manifest names every file with its hash, and dist/ has no other file', () => {
  const manifest = JSON.parse(readFileSync(join(dist, 'publish/manifest.json'), 'utf8')) as {
    version: string;
    editions: ManifestEdition[];
  };
  expect(manifest.version).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
  expect(manifest.editions.map(({ root }) => root)).toEqual(editions.map(rootOf));
  expect(manifest.editions.filter((edition) => edition.default).map(({ root }) => root)).toEqual(
    editions.filter(({ lang, hostLanguages }) => lang === hostLanguages[0]).map(rootOf),
  );
  expect(manifest.editions.filter(({ closed }) => closed).map(({ root }) => root)).toEqual(
    editions.filter(({ closed }) => closed).map(rootOf),
  );
  const named = manifest.editions.flatMap(({ root, files }) =>
    Object.entries(files).map(([file, { sha256, bytes }]) => {
      const content = readFileSync(join(dist, root, file));
      expect(content.length).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      return `${root}/${file}`;
    }),
  );
  expect(filesBelow(dist).toSorted()).toEqual(
    [
      ...named,
      ...SERVER_CONFIGS,
      ...['changes.json', 'manifest.json', 'moderation.json', 'rule-changes.json'].map((file) => `publish/${file}`),
    ].toSorted(),
  );
});

test('every text file has a Brotli and a gzip file beside it, and no other file has', () => {
  const files = filesBelow(dist).filter((file) => !file.startsWith('publish/'));
  const texts = files.filter((file) => /\.(html|js|json|speculationrules|xml|atom|txt|svg)$/.test(file));
  const compressed = files.filter((file) => /\.(br|gz)$/.test(file));
  expect(texts.length).toBeGreaterThan(500);
  expect(compressed.toSorted()).toEqual(texts.flatMap((file) => [`${file}.br`, `${file}.gz`]).toSorted());
  const read = (file: string): Buffer => readFileSync(join(dist, file));
  for (const file of texts) {
    expect(brotliDecompressSync(read(`${file}.br`)).equals(read(file)), file).toBe(true);
    expect(gunzipSync(read(`${file}.gz`)).equals(read(file)), file).toBe(true);
  }
});

test.each(editions)('$host in $lang is a complete website root', (edition) => {
  const files = filesBelow(join(dist, rootOf(edition)));
  expect(files).toEqual(
    expect.arrayContaining([
      '404.html',
      'apple-touch-icon.png',
      'favicon.svg',
      'notifications.js',
      'robots.txt',
      '.well-known/security.txt',
      '.well-known/gpc.json',
    ]),
  );
  const words = `assets/i18n/${edition.lang}.json`;
  expect(files.filter((file) => file.startsWith('assets/')).toSorted()).toEqual([words, `${words}.br`, `${words}.gz`]);
  expect(readFile(edition, 'robots.txt')).toMatch(/^User-agent: \*\nAllow: \/\n/);
  expect(readFile(edition, '.well-known/security.txt')).toMatch(
    new RegExp(
      `^Contact: mailto:${edition.brand.email}\n[^]*Expires: \\d{4}-\\d\\d-\\d\\dT[\\d:]+Z\n[^]*Canonical: https://${edition.host}/`,
    ),
  );
  expect(JSON.parse(readFile(edition, '.well-known/gpc.json'))).toMatchObject({
    gpc: true,
    lastUpdate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

test('fast compression gives about 10 % more bytes than the best level', () => {
  const pages = editions.slice(0, 1).flatMap((edition) => htmlFiles(edition).map((file) => readFile(edition, file)));
  const bytes = (level: 'fast' | 'best'): number =>
    pages.reduce((sum, page) => sum + compress(Buffer.from(page), level).br.length, 0);
  expect(bytes('fast')).toBeLessThanOrEqual(1.12 * bytes('best'));
});

describe('a clean copy', () => {
  const hosts = editions.filter(({ brand }) => brand.id === 'onyx').map(({ host }) => host);
  let project: Project;
  beforeAll(() => {
    project = copyProject();
  });
  afterAll(() => project.remove());

  /** Files and lines of the manifest that differ from the site with all hosts. */
  const differencesOf = (): string[] => [
    ...hosts.flatMap((host) => differences(join(dist, host), join(project.dir, 'dist', host))),
    ...readManifest(join(project.dir, 'dist')).editions.flatMap((edition) => {
      const other = readManifest(dist).editions.find(({ root }) => root === edition.root);
      return JSON.stringify({ ...edition, kept: {} }) === JSON.stringify({ ...other, kept: {} }) ? [] : [edition.root];
    }),
  ];

  test('of some hosts has these only, with the bytes of a build of all, also when built again and of a single host', async () => {
    await project.run('build', { HOSTS: hosts.join() });
    expect(globSync('*', { cwd: join(project.dir, 'dist') }).toSorted()).toEqual(
      [...new Set(['publish', ...hosts])].toSorted(),
    );
    expect(differencesOf()).toEqual([]);
    await project.run('build', { HOSTS: hosts.join() });
    expect(differencesOf()).toEqual([]);
    // So that the build has a page to render among the others.
    rmSync(join(project.dir, 'dist/ru.onyx.example/ru/rules.html'));
    const { output } = await project.run('build', { HOSTS: 'ru.onyx.example' });
    expect(output).toMatch(/1 editions, \d+ pages/);
    expect(differencesOf()).toEqual([]);
  });

  test('of a host that does not exist reports an error', async () => {
    const { code, output } = await project.run('build', { HOSTS: 'ru.amber.example,nope.example' });
    expect(code).toBe(1);
    expect(output).toContain('HOSTS names nope.example, which hosts.config.ts does not.');
  });
});

const filesBelow = (folder: string): string[] =>
  globSync(['**/*', '**/.*/*'], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

// --compress best gives files of the best level, from a cache; the level changes no other byte.
import { globSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { compress } from '../../../src/generator/files/compress.ts';
import { builtFixture } from '../../support/site/built-fixture.ts';
import { keepFewPages } from '../../support/site/fixture-project.ts';

const HOST = 'own.example';

const { at, build, run, manifest, differences } = builtFixture({ HOSTS: HOST }, keepFewPages);

async function buildBest(): Promise<string> {
  await build('--compress', 'best');
  return manifest().build;
}

/** Compressed files in the cache. */
const cached = (): string[] => globSync(at('.cache/compressed/*')).toSorted();

test('is the best level with --compress best', async () => {
  await buildBest();
  const pages = globSync(at(`dist/${HOST}/de/*.html`));
  expect(pages).not.toEqual([]);
  for (const page of pages) {
    const { br, gz } = compress(readFileSync(page), 'best');
    expect(readFileSync(`${page}.br`).equals(br), page).toBe(true);
    expect(readFileSync(`${page}.gz`).equals(gz), page).toBe(true);
  }
});

test('is the fast level again without the flag, and depends on no other setting', async () => {
  await buildBest();
  await build();
  expect(differences()).toEqual([]);
});

test('costs no time for a text that was compressed before', async () => {
  const best = await buildBest();
  await build();
  const times = (): number[] => cached().map((file) => statSync(file).mtimeMs);
  const before = times();
  expect(before.length).toBeGreaterThan(20);
  expect(await buildBest()).toBe(best);
  expect(times()).toEqual(before);
});

test('is right if the compressed texts of the cache are damaged', async () => {
  const best = await buildBest();
  const [cut, changed] = cached();
  truncateSync(cut!, 100);
  writeFileSync(changed!, 'Hello');
  rmSync(at('dist'), { recursive: true });
  expect(await buildBest()).toBe(best);
  await build();
  expect(differences()).toEqual([]);
});

test('is refused if it does not exist', async () => {
  expect(await run('build', {}, ['--compress', 'most'])).toEqual({
    code: 1,
    output: '--compress is "most". Write fast, or best for a build that is deployed.\n',
  });
});

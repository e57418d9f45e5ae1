// A picture for shared links is drawn again when its brand changes or the drawn one is damaged, and else kept.
import { globSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { FIXTURE, keepFewPages, makeFixture, replace } from '../../support/site/fixture-project.ts';

const CACHE = '.cache/share-pictures';

test('a picture is drawn again when the name of its brand changes or the drawn one is damaged', async () => {
  const project = makeFixture();
  onTestFinished(project.remove);
  const { dir } = project;
  keepFewPages(dir);
  const build = async (): Promise<void> => {
    const { code, output } = await project.run('build', FIXTURE, ['--no-compression']);
    expect(code, output).toBe(0);
  };
  const drawn = (): string[] => readdirSync(join(dir, CACHE)).toSorted();
  const published = (root: string): Record<string, string> =>
    Object.fromEntries(
      globSync('_astro/og.*', { cwd: join(dir, 'dist', root) }).map((file) => [
        file,
        readFileSync(join(dir, 'dist', root, file), 'base64'),
      ]),
    );
  await build();
  const [plain, own, lone] = ['plain.example/en', 'own.example/de', 'lone.example/de'].map(published);
  expect([plain, own, lone].map((files) => Object.keys(files!).length)).toEqual([1, 1, 1]);
  expect(plain).toEqual(own);
  expect(drawn()).toHaveLength(2);

  const [file] = Object.keys(lone!);
  truncateSync(join(dir, CACHE, file!.replace('_astro/', '')), 1000);
  replace('hosts.ts', "name: 'Plain'", "name: 'Plainer'")(dir);
  replace('texts/documents/shared/de/home.md', 'Welcome', 'Hello')(dir);
  await build();
  expect(published('lone.example/de')).toEqual(lone);
  // The former picture is retained for open pages.
  expect(published('plain.example/de')).toMatchObject(plain!);
  expect(Object.keys(published('plain.example/de'))).toHaveLength(2);
  expect(drawn()).toHaveLength(2);
});

import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, inject, test } from 'vitest';

import { bundleAssets } from '../../src/edit/server/assets.ts';

/** What pages, scripts and requests of the editor have. */
const SIGNS = /edit-token|edit\.localhost|src\/edit\//;

const filesWithSigns = (folder: string): string[] =>
  globSync('**/*', { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile() && SIGNS.test(readFileSync(join(folder, file), 'latin1')))
    .toSorted();

test('a build has nothing of the editor', () => {
  const dist = join(inject('site'), 'dist');
  expect(globSync('*/*/*.html', { cwd: dist }).length).toBeGreaterThan(0);
  expect(filesWithSigns(dist)).toEqual([]);
});

test('the signs of the editor are found where it is', async () => {
  expect(filesWithSigns('src/edit')).not.toEqual([]);
  expect((await bundleAssets()).get('main.js')?.body).toMatch(SIGNS);
});

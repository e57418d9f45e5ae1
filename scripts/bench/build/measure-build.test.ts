import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { measureBuild } from './measure-build.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
  for (const name of ['dist/a.example/en', 'scripts']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['index', 'rules']) {
    writeFileSync(join(folder, `dist/a.example/en/${name}.html`), '');
    writeFileSync(join(folder, `dist/a.example/en/${name}.html.br`), 'four');
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

const buildThat = (code: string): void => writeFileSync(join(folder, 'scripts/build.mjs'), code);

test('a build is measured by its resources and its output', async () => {
  buildThat(`console.log('1 editions, 2 pages, 1 of them rendered\\n1 pages changed'); Buffer.alloc(200_000_000, 1);`);
  const measured = await measureBuild(folder, [], {});
  expect(measured).toMatchObject({ pages: 2, rendered: 1, brotliBytes: 8 });
  expect(measured.megabytes).toBeGreaterThan(200);
  expect(measured.megabytes).toBeLessThan(400);
  expect(measured.cpuSeconds).toBeGreaterThan(0);
  expect(measured.seconds).toBeGreaterThan(0);
});

test('a build that prints no number of rendered pages counts as rendering all', async () => {
  buildThat(`console.log('1 editions, 2 pages');`);
  expect(await measureBuild(folder, [], {})).toMatchObject({ pages: 2, rendered: 2 });
});

test('a failed build is reported with its output', async () => {
  buildThat(`console.error('There is no rule 17.'); process.exitCode = 1;`);
  await expect(measureBuild(folder, [], {})).rejects.toThrow('There is no rule 17.');
});

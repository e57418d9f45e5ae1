import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Run, runAndCapture } from '../../lib/run-and-capture.ts';
import { addLastHost, removeLastHost, writeWorkload } from './workload.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workload-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(['own', 'shared'] as const)('editors could have written a workload with %s articles', async (articles) => {
  writeWorkload(folder, { hosts: 8, articles });
  expect(articleCount()).toBe(8 * 20);
  const { code, output } = await checkContent();
  expect(output).toContain('Words and texts in 8 languages: no problems.');
  expect(output).not.toContain('that no edition shows');
  expect(code).toBe(0);
});

test('the last host goes and comes back with its articles', async () => {
  writeWorkload(folder, { hosts: 9, articles: 'own' });
  removeLastHost(folder, 9);
  expect(articleCount()).toBe(8 * 20);
  expect((await checkContent()).code).toBe(0);
  addLastHost(folder, 9);
  expect(articleCount()).toBe(9 * 20);
  expect((await checkContent()).output).not.toContain('that no edition shows');
});

test('docs/benchmark.md shows figures of the pages that a workload has today', async () => {
  writeWorkload(folder, { hosts: 8, articles: 'own' });
  const count = `import { openSite, readSiteOptions } from './src/site/open-site.ts';
import { pathsOf } from './src/generator/build-host.ts';
const { builtEditions } = await openSite(readSiteOptions(process.env));
console.log(builtEditions.flatMap(pathsOf).length);`;
  const { output } = await runWithWorkload(['--input-type=module-typescript', '--eval', count]);
  const [, measured] = /That is (\d+) pages a host/.exec(readFileSync('docs/benchmark.md', 'utf8'))!;
  expect(Number(measured), 'The pages have changed. Measure again: npm run bench').toBe(Number(output) / 8);
});

const articleCount = (): number => globSync('content/blog/*/*/*.md', { cwd: folder }).length;

const checkContent = (): Promise<Run> => runWithWorkload(['scripts/content-check.ts']);

const runWithWorkload = (program: string[]): Promise<Run> =>
  runAndCapture(process.execPath, program, '.', {
    ...process.env,
    HOSTS_CONFIG: join(folder, 'hosts.mjs'),
    CONTENT_DIR: join(folder, 'content'),
  });

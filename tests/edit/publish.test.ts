import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { suiteBrowser } from '../support/browser/suite-browser.ts';
import { type EditServer, startEditor } from '../support/edit/edit-server.ts';
import { testWith } from '../support/programs.ts';
import { copyCompiledProject, type Project } from '../support/runnable-project-copy.ts';

const browser = suiteBrowser();
const test = testWith('chromium');
let project: Project;
let server: EditServer;
let page: Page;

beforeAll(async () => {
  project = copyCompiledProject();
  await project.run('build', {}, ['--no-compression']);
  server = await startEditor(project);
});

afterAll(async () => {
  await server.stop();
  project.remove();
});

/** Changes a file of the project's texts. */
function edit(file: string, change: (text: string) => string): void {
  const path = join(project.dir, 'src/content/documents/shared', file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

async function build(): Promise<void> {
  page = await browser().newPage();
  await page.goto(`${server.origin}/publish`);
  await page.getByRole('button', { name: 'Build the site' }).click();
}

const status = (text: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();

describe('publishing', () => {
  test('lists the changed addresses, with the block before and after', async () => {
    edit('de/rules.md', (text) => text.replace(/^2\. /m, '2. Frisch geschrieben. '));
    await build();
    await status('Built.');
    const list = page.locator('#pages > li');
    expect(await list.count()).toBe(1);
    expect(await list.textContent()).toMatch(/^\/rules Changed · German · \d+ sites/);
    const pair = page.locator('.pictures');
    await pair.waitFor();
    expect(await pair.locator('img').count()).toBe(2);
    const [before, after] = await pair
      .locator('img')
      .evaluateAll((images: HTMLImageElement[]) => images.map(({ src, naturalWidth }) => ({ src, naturalWidth })));
    expect(before!.naturalWidth).toBeGreaterThan(200);
    expect(after!.naturalWidth).toBeGreaterThan(200);
    expect(after!.src).not.toBe(before!.src);
    await page.close();
  });

  test('says that nothing has changed', async () => {
    await build();
    await status('No page has changed');
    await page.close();
  });

  test('names the line of a mistake, and leaves the site as it was', async () => {
    const before = readFileSync(join(project.dir, 'dist/publish/manifest.json'), 'utf8');
    edit('de/rules.md', (text) => text.replace(/^3\. /m, '3. <b>Nein</b> '));
    await build();
    await status('The site was not built');
    expect(await page.locator('#output').textContent()).toMatch(/de\/rules\.md:\d+ /);
    expect(readFileSync(join(project.dir, 'dist/publish/manifest.json'), 'utf8')).toBe(before);
    await page.close();
  });
});

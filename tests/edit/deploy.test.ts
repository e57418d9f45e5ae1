// The publish page of the editor brings a build to a target, with keys alone, and back; what it says of leases, stops, errors and missing targets.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';

import { findViolations } from '../../scripts/lib/find-accessibility-violations.ts';
import { folderSchema } from '../../src/deploy/targets/folder/folder-options.ts';
import { folderTarget } from '../../src/deploy/targets/folder/folder-target.ts';
import { staticListener } from '../../src/server/static-listener.ts';
import { suiteBrowser } from '../support/browser/suite-browser.ts';
import { type EditServer, startEditor } from '../support/edit/edit-server.ts';
import { scriptStarted } from '../support/edit/script-started.ts';
import { documentPath, SMALL_SITE, makeSmallSite } from '../support/edit/small-site.ts';
import { testWith } from '../support/programs.ts';
import type { Project } from '../support/runnable-project-copy.ts';

const CREDENTIAL = 'a-token-of-a-cdn';
const NEW_WORDS = 'Ganz neue Worte.';

const browser = suiteBrowser();
const test = testWith('chromium');
let project: Project;
let editor: EditServer;
let site: Server;
/** Settled by a visitor's first request; all visitors wait for `answered`. */
let held: { asked: PromiseWithResolvers<void>; answered: Promise<void> } | undefined;

beforeAll(async () => {
  project = await makeSmallSite(['en', 'de']);
  await build();
  let listener: RequestListener | undefined;
  // Visitors get what `npm start` would answer.
  site = createServer((request, response) => {
    held?.asked.resolve();
    void (held?.answered ?? Promise.resolve()).then(() =>
      (listener ??= staticListener(target('current')))(request, response),
    );
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  configure();
  mkdirSync(join(project.dir, '.deploy'));
  writeFileSync(join(project.dir, '.deploy', CREDENTIAL), '');
  editor = await startEditor(project, { ...SMALL_SITE, CDN_TOKEN: CREDENTIAL });
});

afterAll(async () => {
  await editor.stop();
  site.close();
  project.remove();
});

let page: Page;
beforeEach(async () => {
  page = await browser().newPage();
  await page.goto(`${editor.origin}/publish`);
  await scriptStarted(page);
  return () => page.close();
});

const build = async (args = ['--no-compression']): Promise<void> => void (await project.run('build', SMALL_SITE, args));

/** Path below the folder of the target. */
const target = (path: string): string => join(project.dir, '.deploy/site', path);

const servedRules = (): string => readFileSync(target('current/plain.example/de/rules.html'), 'utf8');

/** Names the targets. The folder of the second is a file with a credential in its path. */
function configure(
  targets: unknown = {
    site: {
      type: 'folder',
      path: '.deploy/site',
      verify: { address: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, maxUrls: 20 },
    },
    broken: { type: 'folder', path: `.deploy/${CREDENTIAL}` },
  },
): void {
  writeFileSync(join(project.dir, 'deploy.config.ts'), `export default ${JSON.stringify(targets)};\n`);
}

async function showPlan(name: string): Promise<void> {
  await page.getByRole('combobox').selectOption(name);
  await page.getByRole('button', { name: 'Show the plan' }).click();
}

const title = (text: string | RegExp): Promise<void> =>
  page.locator('#deployment-title').filter({ hasText: text }).waitFor();

const outcome = (): Promise<string> => page.locator('#deployment').innerText();

/** Presses a button by its key, after moving the focus to it. */
async function press(name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.waitFor();
  for (let steps = 0; !(await button.evaluate((each) => each === document.activeElement)); steps += 1) {
    expect(steps, `the focus reaches ${name}`).toBeLessThan(40);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

const hasFocus = (selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => element === document.activeElement);

describe('with keys alone', () => {
  test('the plan is shown, nothing is sent before "Publish", and visitors get the pages', async () => {
    await press('Show the plan');
    await title('Plan for site');
    await expect.poll(() => hasFocus('#deployment-title')).toBe(true);
    expect(await outcome()).toMatch(/Pages\s+(\d+) of \1 change\s+Files\s+\d+ to send, 0 to remove\s+Bytes\s+\d/);
    expect(existsSync(target('current'))).toBe(false);
    await page.evaluate(() => {
      const seen: string[] = [];
      const watch = (): void => void seen.push(document.querySelector('#transfer')!.textContent);
      new MutationObserver(watch).observe(document.querySelector('#transfer')!, { subtree: true, childList: true });
      Object.assign(globalThis, { seen });
    });
    await press('Publish to site');
    await title('Published to site');
    expect(await outcome()).toMatch(/pages changed, \d+ files, .*sent, 20 URLs verified/);
    expect(servedRules()).toContain('<html');
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(seen.at(-1)).toMatch(/^ ?([\d.]+ \w+) of \1, waiting for the target$/);
  });

  test('a changed page is published, and goes back', async () => {
    const file = documentPath(project, 'de', 'rules');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Number 2 of', `${NEW_WORDS} Number 2 of`));
    await build();
    await press('Show the plan');
    await title('Plan for site');
    expect(await outcome()).toMatch(/Pages\s+1 of \d+ change/);
    await press('Publish to site');
    await title('Published to site');
    expect(servedRules()).toContain(NEW_WORDS);
    await press(/^Back to /);
    await title(/^Back to [0-9a-f]{16} on site/);
    expect(servedRules()).toContain(NEW_WORDS);
    await press('Go back on site');
    await title(/^site is back at /);
    expect(servedRules()).not.toContain(NEW_WORDS);
  });
});

test('a deployment that holds the lease is named, with its beginning', async () => {
  const other = folderTarget(folderSchema.parse({ type: 'folder', path: target('') }));
  const session = await other.open(new AbortController().signal);
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await title('another deployment is running');
  await session.close();
  expect(await outcome()).toMatch(new RegExp(`${userInfo().username} on .*, since 20\\d\\d-.* Wait for its end`));
});

test('"Stop" ends a deployment safely, says what visitors have, and the next run finishes it', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  held = { asked: Promise.withResolvers<void>(), answered };
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await page.getByRole('button', { name: 'Publish to site' }).click();
  await held.asked.promise;
  expect(existsSync(target('lease.json'))).toBe(true);
  await page.getByRole('button', { name: 'Stop' }).click();
  await title('Not published, or not to the end');
  expect(await outcome()).toMatch(/Stopped by SIGTERM.\s+Visitors have generation [0-9a-f]{16}/);
  expect(existsSync(target('lease.json'))).toBe(false);
  held = undefined;
  answer();
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await title('Plan for site');
  expect(await outcome()).toContain('The last deployment did not end.');
  await page.getByRole('button', { name: 'Publish to site' }).click();
  await title('Published to site');
  expect(servedRules()).toContain(NEW_WORDS);
});

test('an error names its cause, and no credential', async () => {
  await showPlan('broken');
  await title('Not published, or not to the end');
  expect(await outcome()).toMatch(
    /\.deploy\/\[CDN_TOKEN\] is a link or a file, where a deployment writes a folder\. Remove it/,
  );
  expect(await page.content()).not.toContain(CREDENTIAL);
});

test('plans and errors have no violations of accessibility rules, and fit a phone', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  const fits = async (name: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await findViolations(page)).map(({ id }) => `${name} ${colorScheme} ${id}`)).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  };
  await showPlan('broken');
  await title('Not published');
  await fits('error');
  await showPlan('site');
  await title('site has the last build already');
  await fits('nothing to do');
  await page.getByRole('button', { name: /^Back to / }).click();
  await title(/^Back to [0-9a-f]{16} on site/);
  await fits('plan');
});

test('only names of targets and ids of builds reach the command', async () => {
  const statuses = (bodies: object[]): Promise<number[]> =>
    page.evaluate(async (all) => {
      const { content } = document.querySelector<HTMLMetaElement>('meta[name=edit-token]')!;
      const headers = { 'Content-Type': 'application/json', 'x-edit-token': content };
      const send = (body: object): Promise<Response> =>
        fetch('/api/deploy', { method: 'POST', headers, body: JSON.stringify(body) });
      return (await Promise.all(all.map(send))).map(({ status }) => status);
    }, bodies);
  const plan = { id: randomUUID(), target: 'site', isDryRun: true };
  expect(
    await statuses([
      { ...plan, target: '--keep=1' },
      { ...plan, target: 'constructor' },
      { ...plan, to: '../site' },
      { ...plan, hosts: ['plain.example'] },
    ]),
  ).toEqual([422, 422, 400, 400]);
});

test('a build of the editor compresses as the last one, so that unchanged files are not sent again', async () => {
  await build(['--compress', 'best', '--dictionaries']);
  const manifest = join(project.dir, 'dist/publish/manifest.json');
  const before = readFileSync(manifest, 'utf8');
  await page.getByRole('button', { name: 'Build the site' }).click();
  await page.getByRole('status').filter({ hasText: 'No page has changed' }).waitFor();
  expect(readFileSync(manifest, 'utf8')).toBe(before);
});

test('the page says where to name a target, and what is wrong with one', async () => {
  configure({});
  await page.reload();
  expect(await page.locator('#deploy').innerText()).toContain('Name one in deploy.config.ts');
  configure({ site: { type: 'folder' } });
  await page.reload();
  expect(await page.locator('#deploy').innerText()).toContain('site.path: is missing. Add it.');
  expect(await page.getByRole('button', { name: 'Show the plan' }).count()).toBe(0);
  configure();
});

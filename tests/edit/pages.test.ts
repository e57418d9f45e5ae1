import { existsSync, globSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type CheerioAPI, load } from 'cheerio';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findViolations } from '../../scripts/lib/find-accessibility-violations.ts';
import { suiteBrowser } from '../support/browser/suite-browser.ts';
import { type EditServer, startEditor } from '../support/edit/edit-server.ts';
import { scriptStarted } from '../support/edit/script-started.ts';
import { testWith } from '../support/programs.ts';
import { copyCompiledProject, type Project } from '../support/runnable-project-copy.ts';
import { article, document as documentText, writeTexts } from '../support/site/small-content.ts';

const browser = suiteBrowser();
let project: Project;
let server: EditServer;

beforeAll(async () => {
  project = copyCompiledProject();
  writeTexts(join(project.dir, 'src/content/blog/shared/en'), {
    'zebra-crossing.md': article('Zebras', 'Über Straßen.'),
  });
  writeTexts(join(project.dir, 'src/content/documents/amber/en'), { 'contacts.md': documentText('Our **own** <b>.') });
  server = await startEditor(project);
});

afterAll(async () => {
  await server.stop();
  project.remove();
});

const read = async (path: string): Promise<CheerioAPI> => load((await server.ask('edit.localhost:PORT', path)).body);

async function open(path: string, width = 1280): Promise<Page> {
  const page = await browser().newPage({ viewport: { width, height: 800 } });
  await page.goto(server.origin + path);
  await scriptStarted(page);
  return page;
}

const RULES = '/text?kind=document&scope=shared&name=rules';

describe('the page of all texts', () => {
  test('lists the texts of all sites, and leads to those of brands and hosts', async () => {
    const page = await read('/');
    expect(page(`a[href="${RULES}"]`).length).toBeGreaterThan(0);
    expect(page('a[href="/?scope=amber"]').text()).toBe('Sites of Amber');
    const own = await read('/?scope=amber');
    expect(own('.texts a').length).toBe(1);
    expect(own('.texts a').text()).toBe('Contacts');
  });

  test('counts the blocks that are older than English, and leads to them', async () => {
    const file = join(project.dir, 'src/content/documents/shared/en/rules.md');
    const before = readFileSync(file, 'utf8');
    expect((await read('/'))('#stale ~ ul li').length).toBe(0);
    writeFileSync(file, before.replace(/ \{#adults-only\}/, ' New words. {#adults-only}'));
    const page = await read('/');
    expect(page('#stale ~ ul a[href="/?lang=de"] ~ .badge').text()).toBe('1 block');
    const stale = await read('/?lang=de');
    expect(stale('main li a').attr('href')).toBe('/block?kind=document&scope=shared&name=rules&block=adults-only');
    expect((await read(RULES))('.badge.stale').first().text()).toContain('de');
    writeFileSync(file, before);
  });

  test('names the texts that were saved since the last build', async () => {
    expect((await read('/'))('#saved ~ p').first().text()).toBe('The site was not built here yet.');
    writeTexts(join(project.dir, 'dist/publish'), { 'manifest.json': '{}' });
    writeTexts(join(project.dir, '.cache'), { 'last-build.json': '{}' });
    const tomorrow = Date.now() / 1000 + 86_400;
    utimesSync(join(project.dir, 'src/content/documents/shared/fr/rules.md'), tomorrow, tomorrow);
    const page = await read('/');
    expect(page('#saved ~ ul li').text()).toMatch(/Rules\s+All sites · French/);
  });

  testWith('chromium')('lists mistakes with the page of their text', async () => {
    const page = await open('/');
    const mistake = page.locator('#problems li').first();
    await mistake.waitFor();
    expect(await mistake.textContent()).toContain('Contacts, English, line');
    expect(await mistake.locator('a').getAttribute('href')).toBe('/text?kind=document&scope=amber&name=contacts');
    await page.close();
  });

  test('finds words without regard to case and accents', async () => {
    for (const q of ['uber strassen', 'ÜBER', 'straße']) {
      const page = await read(`/?q=${encodeURIComponent(q)}`);
      expect(page('.matches a[href*="zebra-crossing"]').length).toBe(1);
    }
    expect((await read('/?q=uber%20nothing'))('main [role=status]').text()).toBe('No text has these words.');
    expect((await read('/?q=%3Cscript%3E'))('main script').length).toBe(0);
  });
});

describe('the page of a text', () => {
  test('lists its fields and blocks, and the sites that show it', async () => {
    const page = await read(RULES);
    expect(page('#fields-title ~ ul li').length).toBe(2);
    expect(page('#blocks-title ~ ul li code').first().text()).toBe('#adults-only');
    expect(page('#sites-title').text()).toMatch(/Shown on \d+ sites/);
  });

  test('is not there for a text that is missing', async () => {
    for (const path of ['/text', '/text?kind=document&scope=..&name=rules', '/text?kind=document&scope=shared&name=x'])
      expect((await server.ask('edit.localhost:PORT', path)).status).toBe(404);
  });
});

const NOTES = '/notes?kind=document&scope=shared&name=rules';

describe('the page of notes for readers', () => {
  test('has the note of each change in each language, and is missing where nothing has changed', async () => {
    const page = await read(NOTES);
    const first = page('.notes form').first();
    expect(first.find('input').length).toBe(8);
    const histories = globSync('src/content/history/shared/rules/*.yaml', { cwd: project.dir });
    const texts = histories.map((file) => readFileSync(join(project.dir, file), 'utf8')).join('\n');
    expect(texts).toContain(first.find('input[name=en]').val());
    expect(page('.notes .badge:not([hidden])').length).toBe(0);
    expect((await read(RULES))(`.actions a[href="${NOTES}"]`).length).toBe(1);
    for (const path of ['/notes', NOTES.replace('rules', 'home'), NOTES.replace('shared', '..')])
      expect((await server.ask('edit.localhost:PORT', path)).status).toBe(404);
  });

  test('names the languages that lack a note, and the home page counts them', async () => {
    const file = join(project.dir, 'src/content/history/shared/rules/no-money.yaml');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace(/^ {4}pl: .*\n/m, ''));
    expect((await read('/'))('#stale ~ ul a[href="/?lang=pl"] ~ .badge').text()).toBe('1 missing note');
    const page = await read(NOTES);
    expect(page('details[data-block=no-money] .badge').text()).toBe('missing: Polish');
    writeFileSync(file, before);
  });
});

describe('new texts', () => {
  testWith('chromium')('an article starts in all chosen languages', async () => {
    const page = await open('/new');
    const form = page.locator('#article');
    await form.getByLabel('Title in English').fill('Crème brûlée at night');
    expect(await form.getByLabel('Address').inputValue()).toBe('creme-brulee-at-night');
    await form
      .getByLabel('Description for search engines')
      .fill('A sentence about a dessert that people eat when they cannot sleep.');
    await form.getByLabel('Text in English').fill('First.\n\nSecond.');
    await form.getByRole('checkbox', { name: 'Polish' }).uncheck();
    await form.getByRole('button').click();
    await page.getByRole('heading', { level: 1, name: 'Crème brûlée at night' }).waitFor();
    const file = (lang: string): string =>
      join(project.dir, `src/content/blog/shared/${lang}/creme-brulee-at-night.md`);
    expect(readFileSync(file('en'), 'utf8')).toMatch(
      /^---\ntitle: Crème brûlée at night\n[^]*---\n\nFirst\.\n\nSecond\.\n$/,
    );
    expect(readFileSync(file('de'), 'utf8')).toContain('First.');
    expect(existsSync(file('pl'))).toBe(false);
    await page.close();
  });

  testWith('chromium')('a brand gets a copy in the languages of its sites', async () => {
    const page = await open('/new?kind=document&scope=shared&name=rules');
    const form = page.locator('#copy');
    await form.getByLabel('For').selectOption('onyx');
    expect(await form.getByRole('checkbox').filter({ visible: true }).count()).toBe(2);
    await form.getByRole('button').click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    const copy = join(project.dir, 'src/content/documents/onyx');
    expect(readFileSync(join(copy, 'ru/rules.md'), 'utf8')).toBe(
      readFileSync(join(project.dir, 'src/content/documents/shared/ru/rules.md'), 'utf8'),
    );
    expect(existsSync(join(copy, 'de'))).toBe(false);
    await page.close();
  });

  testWith('chromium')('a mistake in a form changes nothing, and says how to mend it', async () => {
    const page = await open('/new?kind=document&scope=shared&name=rules');
    const form = page.locator('#copy');
    await form.getByLabel('For').selectOption('onyx');
    await form.getByRole('button').click();
    await form.getByRole('status').filter({ hasText: 'Not made: the text exists already.' }).waitFor();
    await page.close();
  });
});

testWith('chromium')('forms and buttons wait for the script, however late it comes', async () => {
  const page = await browser().newPage();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${server.origin}/publish`, { waitUntil: 'commit' });
  const build = page.locator('#build');
  await build.waitFor();
  expect(await build.evaluate((button) => button.matches('[inert] *'))).toBe(true);
  const isClicked = build.click();
  held.resolve();
  await isClicked;
  await page.locator('#cancel').click();
  await page.getByRole('status').filter({ hasText: 'Cancelled.' }).waitFor();
  await page.goto(`${server.origin}/new`, { waitUntil: 'commit' });
  await scriptStarted(page);
  expect(await page.locator('[inert]').count()).toBe(0);
  await page.close();
});

testWith('chromium')('pages have no violations of accessibility rules, and fit a phone', async () => {
  // A long list of languages that lack a note.
  const history = join(project.dir, 'src/content/history/shared/rules/no-money.yaml');
  writeFileSync(history, readFileSync(history, 'utf8').replaceAll(/^ {4}(?!en)\w\w: .*\n/gm, ''));
  for (const path of [
    '/',
    '/?q=adults',
    RULES,
    NOTES,
    '/new?kind=article&scope=shared&name=zebra-crossing',
    '/publish',
  ]) {
    const page = await open(path, 360);
    expect((await findViolations(page)).map(({ id }) => `${path} ${id}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect((await findViolations(page, ['color-contrast'])).map(({ id }) => `${path} ${id}`)).toEqual([]);
    await page.close();
  }
});

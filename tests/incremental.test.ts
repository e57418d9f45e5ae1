import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { article, smallTexts, writeTexts } from './support/content.ts';
import { fixtureTexts, replace } from './support/fixture-site.ts';
import { twoBuilds } from './support/two-builds.ts';

const write =
  (file: string, text: string) =>
  (dir: string): void =>
    writeTexts(dir, { [file]: text });

const remove =
  (file: string) =>
  (dir: string): void =>
    rmSync(join(dir, file));

const { change } = twoBuilds();

describe('a build after a change gives the same bytes as one from nothing', () => {
  test.each(Object.keys(fixtureTexts).filter((file) => file.startsWith('documents/')))('the text %s', async (file) => {
    const { rendered, pages } = await change(replace(`texts/${file}`, 'A sentence', 'One sentence'));
    expect(rendered).toBe(pages.length);
    const name = file.slice('documents/shared/xx/'.length, -'.md'.length);
    for (const page of pages) expect(page.endsWith(name === 'home' ? '/' : `/${name}`)).toBe(true);
  });

  test.each(Object.keys(fixtureTexts).filter((file) => file.startsWith('blog/')))('the article %s', async (file) => {
    const { rendered, pages } = await change(replace(`texts/${file}`, 'title: ', 'title: Neu '));
    for (const page of pages) expect(page).toMatch(/\/(blog(\/.+)?|test)$/);
    // The list, its second page and the test page depend on every article, and do not show each.
    const editions = new Set(pages.map((page) => page.split('/')[0]));
    expect(rendered - pages.length).toBeLessThanOrEqual(2 * editions.size);
  });

  test.each<[string, (dir: string) => void]>([
    ['the day of an article', replace('texts/blog/shared/de/a3.md', '2026-01-03', '2026-01-30')],
    ['an article that is added', write('texts/blog/shared/de/a12.md', article('Artikel 12', 'Text.', '2026-02-01'))],
    ['an article that is removed', remove('texts/blog/shared/de/a12.md')],
    [
      'a host’s own rules',
      write('texts/documents/own.example/de/rules.md', fixtureTexts['documents/shared/de/rules.md']!),
    ],
    ['no rules of its own any more', remove('texts/documents/own.example/de/rules.md')],
    ['no articles of its own any more', remove('texts/blog/own.example/de/a1.md')],
    ['a brand’s own text', write('texts/documents/lone/de/home.md', fixtureTexts['documents/shared/de/home.md']!)],
  ])('%s', async (_, edit) => {
    await change(edit);
  });

  test.each<[string, string | RegExp, string]>([
    ['a name', "name: 'Plain'", "name: 'Plainer'"],
    ['an address', 'hello@plain.example', 'hi@plain.example'],
    ['a look', "look: 'satin'", "look: 'velvet'"],
    ['a day', '2027-10-31', '2027-09-30'],
    ['an x-default', 'xDefault: true', 'xDefault: false'],
    [
      'a container',
      "defaultHost: 'plain.example'",
      "tagManager: { de: 'GTM-ABCD1' },\n      defaultHost: 'plain.example'",
    ],
    ['another container', 'GTM-ABCD1', 'GTM-ABCD2'],
    ['a closed home', "languages: ['it'], closed: true", "languages: ['it']"],
    ['another default host', "defaultHost: 'lone.example'", "defaultHost: 'closed.example'"],
    ['another order of languages', "['en', 'de', 'it']", "['de', 'en', 'it']"],
    ['a language less', "['de', 'en', 'it']", "['de', 'en']"],
    ['a language more', "'own.example': { languages: ['de'] }", "'own.example': { languages: ['de', 'it'] }"],
    ['a host more', "'lone.example':", "'new.example': { languages: ['en'] },\n        'lone.example':"],
    ['a host less', /'own.example': .*/, ''],
  ])('a fact of a host: %s', async (_, from, to) => {
    await change(replace('hosts.ts', from, to));
  });

  test('a language that nobody had before', async () => {
    const { pages } = await change((dir) => {
      cpSync('public/assets/i18n/fr.json', join(dir, 'public/assets/i18n/nl.json'));
      writeTexts(join(dir, 'texts'), smallTexts(['nl']));
      replace('hosts.ts', "'plain.example':", "'nl.example': { languages: ['nl'] },\n        'plain.example':")(dir);
    }, true);
    expect(pages).toContain('nl.example/nl/rules');
  });

  test('a host that is added renders its own pages and those of the hosts that link to it', async () => {
    const { rendered, pages } = await change(
      replace('hosts.ts', "'plain.example':", "'fresh.example': { languages: ['it'] },\n        'plain.example':"),
    );
    for (const page of pages) expect(page).toMatch(/^(fresh|plain|nl)\.example/);
    expect(rendered).toBe(pages.length);
  });

  test.each<[string, (dir: string) => void]>([
    ['a component', replace('src/components/EnterButton.astro', 'class="adults"', 'class="adults only"')],
    ['a stylesheet', replace('src/styles/page.css', /$/, '\nfooter { outline: none; }\n')],
    ['a look', replace('src/looks/velvet/look.css', /$/, '\n/* */ :root { --unused: 1; }\n')],
    ['an icon', replace('src/looks/velvet/favicon.svg', '<svg', '<svg data-changed=""')],
    ['a wordmark', (dir) => cpSync('src/wordmarks/satin.svg', join(dir, 'src/wordmarks/lone.svg'))],
    ['the head', replace('src/head/head.ts', "'og:type'", "'og:kind'")],
    ['the version', replace('package.json', '"version": "1.0.0"', '"version": "1.0.1"')],
  ])('the program: %s', async (_, edit) => {
    const { rendered } = await change(edit, true);
    expect(rendered).toBeGreaterThan(100);
  });
});

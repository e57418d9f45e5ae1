import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { compareWithCleanBuild } from '../../support/site/compare-with-clean-build.ts';
import { fixtureTexts, replace } from '../../support/site/fixture-project.ts';
import { article, smallTexts, writeTexts } from '../../support/site/small-content.ts';

const write =
  (file: string, text: string) =>
  (dir: string): void =>
    writeTexts(dir, { [file]: text });

const remove =
  (file: string) =>
  (dir: string): void =>
    rmSync(join(dir, file));

const { build, compare, change } = compareWithCleanBuild();

/** Several changes at once; no two of them change the same page. */
const all =
  (...edits: ((dir: string) => void)[]) =>
  (dir: string): void =>
    edits.forEach((edit) => edit(dir));

describe('a build after a change gives the same bytes as a clean build', () => {
  describe('texts', () => {
    test.each(textsByTurns())('$names', async ({ names }) => {
      const edits = names.map((name) => replace(`texts/documents/shared/${name}.md`, 'A sentence', 'One sentence'));
      const { rendered, pages } = await build(all(...edits));
      expect(rendered).toBe(pages.length);
      expect(pages.filter((page) => !names.some((name) => isPageOf(page, name)))).toEqual([]);
      expect(names.filter((name) => !pages.some((page) => isPageOf(page, name)))).toEqual([]);
    });

    test('after all of them', () => compare());
  });

  describe('articles', () => {
    test.each([
      ['on the first page', 'shared/de/a11'],
      ['on the second page', 'shared/de/a1'],
      ['of one host', 'own.example/de/a1'],
      ['of a brand in another language', 'plain/es/b1'],
    ])('%s', async (_, name) => {
      const { rendered, pages } = await build(replace(`texts/blog/${name}.md`, 'title: ', 'title: Neu '));
      for (const page of pages) expect(page).toMatch(/\/(blog(\/.+)?|test)$/);
      // The list, its second page and the test page depend on every article, even if they do not show it.
      const editions = new Set(pages.map((page) => page.split('/')[0]));
      expect(rendered - pages.length).toBeLessThanOrEqual(2 * editions.size);
    });

    test('after all of them', () => compare());
  });

  test('an article and texts of a brand and of a host, another day of an article, and files of operators', async () => {
    await change(
      all(
        replace('texts/blog/shared/de/a3.md', '2026-01-03', '2026-01-30'),
        write('texts/blog/shared/de/a12.md', article('Artikel 12', 'Text.', '2026-02-01')),
        write('texts/documents/lone/de/home.md', fixtureTexts['documents/shared/de/home.md']!),
        write('texts/documents/own.example/de/rules.md', fixtureTexts['documents/shared/de/rules.md']!),
        write('public/notes.txt', 'all'),
        write('texts/files/own.example/notes.txt', 'one'),
      ),
    );
    // They are removed, with the articles of a host.
    await change(
      all(
        ...[
          'texts/blog/shared/de/a12.md',
          'texts/documents/own.example/de/rules.md',
          'texts/blog/own.example/de/a1.md',
          'public/notes.txt',
          'texts/files/own.example/notes.txt',
        ].map(remove),
      ),
    );
  });

  test('articles that are not published yet are on no page, and appear on their day, or once they are finished', async () => {
    const on = (day: string) => ({ SOURCE_DATE_EPOCH: String(Date.parse(day) / 1000) });
    const nothing = (): void => {};

    const added = all(
      write('texts/blog/shared/de/soon.md', article('Bald', 'Text.', '2026-12-01')),
      write('texts/blog/shared/de/later.md', article('Später', '[Bald](/blog/soon)', '2026-12-10')),
      write('texts/blog/own.example/de/a2.md', article('Eigene Fassung', 'Text.', '2026-12-10')),
      write('texts/blog/plain/es/draft.md', article('Borrador\ndraft: true', 'Texto.')),
    );
    await build(nothing, on('2026-11-30T00:00Z'));
    const { pages, rendered, output, manifest } = await change(added, on('2026-11-30T23:59:59Z'));
    expect({ pages, rendered }).toEqual({ pages: [], rendered: 0 });
    expect(output).toContain('The next change of a page is due on 2026-12-01: build again on that day.');
    expect(manifest.nextBuild).toBe('2026-12-01');
    const due = manifest.editions.map(({ root, nextBuild }) => [root, nextBuild]);
    expect(due.filter(([, day]) => day !== null).map(([root]) => root)).toEqual(
      manifest.editions.filter(({ lang }) => lang === 'de').map(({ root }) => root),
    );

    const first = await change(nothing, on('2026-12-01T00:00Z'));
    expect(first.pages).toContain('own.example/de/blog/soon');
    expect(first.pages).not.toContain('own.example/de/blog/later');
    expect(first.pages).not.toContain('own.example/de/blog/a2');
    for (const page of first.pages) expect(page).toContain('/de/');
    expect(first.manifest.nextBuild).toBe('2026-12-10');

    const finish = replace('texts/blog/plain/es/draft.md', 'draft: true\n', '');
    const last = await change(finish, on('2026-12-11T00:00Z'));
    expect(last.pages).toContain('own.example/de/blog/a2');
    expect(last.pages).toContain('plain.example/es/blog/draft');
    expect(last.manifest.nextBuild).toBeNull();
  });

  // The settings of a line belong to different brands.
  test.each<[string, ...((dir: string) => void)[]]>([
    [
      'a name, and a look',
      all(
        replace('hosts.ts', "name: 'Plain'", "name: 'Plainer'"),
        replace('hosts.ts', "look: 'satin'", "look: 'velvet'"),
      ),
    ],
    [
      'an address, and an x-default',
      all(
        replace('hosts.ts', 'hello@plain.example', 'hi@plain.example'),
        replace('hosts.ts', 'xDefault: true', 'xDefault: false'),
      ),
    ],
    [
      'a day, and a closed home',
      all(
        replace('hosts.ts', '2027-10-31', '2027-09-30'),
        replace('hosts.ts', "languages: ['es'], closed: true", "languages: ['es']"),
      ),
    ],
    [
      'a container, another default host, another container, and an added host',
      all(
        replace(
          'hosts.ts',
          "defaultHost: 'plain.example'",
          "tagManager: { de: 'GTM-ABCD1' },\n      defaultHost: 'plain.example'",
        ),
        replace('hosts.ts', "defaultHost: 'lone.example'", "defaultHost: 'closed.example'"),
      ),
      all(
        replace('hosts.ts', 'GTM-ABCD1', 'GTM-ABCD2'),
        replace('hosts.ts', "'lone.example':", "'new.example': { languages: ['en'] },\n        'lone.example':"),
      ),
    ],
    [
      'another order of languages, and a language less',
      replace('hosts.ts', "['en', 'de', 'es']", "['de', 'en', 'es']"),
      replace('hosts.ts', "['de', 'en', 'es']", "['de', 'en']"),
    ],
    [
      'an added language',
      replace('hosts.ts', "'own.example': { languages: ['de'] }", "'own.example': { languages: ['de', 'es'] }"),
    ],
    ['a host less', replace('hosts.ts', /'own.example': .*/, '')],
  ])('facts of hosts: %s', async (_, ...edits) => {
    for (const edit of edits) await change(edit);
  });

  test('a host that is added renders its own pages and those of the hosts that link to it', async () => {
    const { rendered, pages } = await change(
      replace('hosts.ts', "'plain.example':", "'fresh.example': { languages: ['es'] },\n        'plain.example':"),
    );
    for (const page of pages) expect(page).toMatch(/^(fresh|plain)\.example/);
    expect(rendered).toBe(pages.length);
  });

  // All pages depend on the digest of the source files and of the list of languages.
  test('a new language, a component, a stylesheet, a theme, an icon, a wordmark, the head and the version', async () => {
    const edit = all(
      (dir) => cpSync('public/assets/i18n/de.json', join(dir, 'public/assets/i18n/nl.json')),
      (dir) => writeTexts(join(dir, 'texts'), smallTexts(['nl'])),
      replace('hosts.ts', "'plain.example':", "'nl.example': { languages: ['nl'] },\n        'plain.example':"),
      replace('src/components/EnterLink.astro', 'class="adults"', 'class="adults only"'),
      replace('src/styles/page.css', /$/, '\nfooter { outline: none; }\n'),
      replace('src/themes/looks/velvet/look.css', /$/, '\n/* */ :root { --unused: 1; }\n'),
      replace('src/themes/looks/velvet/favicon.svg', '<svg', '<svg data-changed=""'),
      (dir) => cpSync('src/themes/wordmarks/satin.svg', join(dir, 'src/themes/wordmarks/lone.svg')),
      replace('src/site/head/head.ts', "'og:type'", "'og:kind'"),
      replace('package.json', /"version": "(.*)"/, '"version": "$1-next"'),
    );
    const { rendered, pages } = await change(edit, {}, true);
    expect(rendered).toBeGreaterThan(100);
    expect(pages).toContain('nl.example/nl/rules');
  });
});

/** Each text once, in turns of a text for each language: two texts of a turn never change the same page. */
function textsByTurns(): { names: string[] }[] {
  const names = Object.keys(fixtureTexts).flatMap((file) => /^documents\/shared\/(.*)\.md$/.exec(file)?.[1] ?? []);
  const languages = [...Map.groupBy(names, (name) => name.split('/')[0]!).values()];
  const turns = Math.max(...languages.map((texts) => texts.length));
  return Array.from({ length: turns }, (_, turn) => ({
    names: languages.flatMap((texts, number) => texts[(turn + number) % turns] ?? []),
  }));
}

/** Whether a page shows a text. The Q&A is there in English only. */
function isPageOf(page: string, text: string): boolean {
  const [lang, name] = text.split('/') as [string, string];
  const isOwn = name === 'qa' || page.split('/')[1] === lang;
  return isOwn && page.endsWith(name === 'home' ? '/' : `/${name}`);
}

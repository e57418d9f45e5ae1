// After changes of texts, articles, days, files, hosts and the program, a build renders the pages that they concern, and dist/ has the bytes of a clean build.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { HostsInput } from '../../../src/site/editions/hosts-schema.ts';
import { compareWithCleanBuild } from '../../support/site/compare-with-clean-build.ts';
import { fixtureTexts, replace } from '../../support/site/fixture-project.ts';
import { article, smallTexts, writeTexts } from '../../support/site/small-content.ts';
import { LOOK, OTHER_LOOK } from '../../support/site/two-looks.ts';

const write =
  (file: string, text: string) =>
  (dir: string): void =>
    writeTexts(dir, { [file]: text });

const remove =
  (file: string) =>
  (dir: string): void =>
    rmSync(join(dir, file));

/** Several changes at once. */
const all =
  (...edits: ((dir: string) => void)[]) =>
  (dir: string): void =>
    edits.forEach((edit) => edit(dir));

const nothing = (): void => {};
const on = (day: string) => ({ SOURCE_DATE_EPOCH: String(Date.parse(day) / 1000) });

/** Files that a test removes. */
const former = {
  'texts/blog/lone/de/former.md': article('Alt', 'Text.', '2026-02-01'),
  'texts/documents/lone.example/de/rules.md': fixtureTexts['documents/shared/de/rules.md']!,
  'texts/files/lone.example/former.txt': 'one',
  'public/former.txt': 'all',
};

const { build, change } = compareWithCleanBuild((dir) => writeTexts(dir, former));

// Two articles of a turn are in different editions.
test.each(
  [
    { articles: ['shared/de/a11'], editions: ['plain.example/de', 'own.example/de', 'lone.example/de'] },
    {
      articles: ['shared/de/a1', 'plain/es/b1'],
      editions: ['plain.example/de', 'plain.example/es', 'lone.example/de'],
    },
    { articles: ['own.example/de/a1'], editions: ['own.example/de'] },
  ].map((turn, number) => ({ ...turn, texts: textsOfTurn(number) })),
)('changes of $texts and $articles render only pages that show them', async ({ texts, articles, editions }) => {
  const { rendered, pages, manifest } = await build(
    all(
      ...texts.map((name) => replace(`texts/documents/shared/${name}.md`, 'A sentence', 'One sentence')),
      ...articles.map((name) => replace(`texts/blog/${name}.md`, 'title: ', 'title: Neu ')),
    ),
  );
  expect(texts.filter((name) => !pages.some((page) => isPageOf(page, name)))).toEqual([]);
  // This host has rules of its own.
  expect(pages).not.toContain('lone.example/de/rules');
  const others = pages.filter((page) => !texts.some((name) => isPageOf(page, name)));
  for (const page of others) expect(page).toMatch(/\/blog(\/.+)?$/);
  expect(new Set(others.map((page) => page.split('/', 2).join('/')))).toEqual(new Set(editions));
  // Both pages of a list depend on every article, even if they do not show it.
  const lists = manifest.editions
    .filter(({ root }) => editions.includes(root))
    .flatMap(({ root, files }) =>
      ['blog', 'blog/page/2'].filter((page) => files[`${page}.html`]).map((page) => `${root}/${page}`),
    );
  expect(rendered).toBe(new Set([...pages, ...lists]).size);
});

// No two of these changes are in the same blog.
test('articles, texts of a brand and of a host, and files of operators come and go, and an article has another day', async () => {
  const { pages } = await build(
    all(
      write('texts/blog/plain.example/de/a12.md', article('Artikel 12', 'Text.', '2026-02-01')),
      replace('texts/blog/plain/es/b1.md', '2026-01-02', '2026-01-30'),
      remove('texts/blog/own.example/de/a1.md'),
      write('texts/documents/lone/de/home.md', fixtureTexts['documents/shared/de/home.md']!),
      write('texts/documents/own.example/de/rules.md', fixtureTexts['documents/shared/de/rules.md']!),
      write('public/notes.txt', 'all'),
      write('texts/files/own.example/notes.txt', 'one'),
      ...Object.keys(former).map(remove),
    ),
    on('2026-11-30T00:00Z'),
  );
  for (const root of ['plain.example/de', 'plain.example/es', 'own.example/de', 'lone.example/de'])
    expect(pages).toContain(`${root}/blog`);
});

test('articles that are not published yet are on no page, and appear on their day, or once they are finished', async () => {
  const added = all(
    write('texts/blog/shared/de/soon.md', article('Bald', 'Text.', '2026-12-01')),
    write('texts/blog/own.example/de/later.md', article('Später', '[Bald](/blog/soon)', '2026-12-10')),
    write('texts/blog/own.example/de/a2.md', article('Eigene Fassung', 'Text.', '2026-12-10')),
    write('texts/blog/plain/es/draft.md', article('Borrador\ndraft: true', 'Texto.')),
  );
  // The comparison is also that of the changes above.
  const { pages, rendered, output, manifest } = await change(added, on('2026-11-30T23:59:59Z'));
  expect({ pages, rendered }).toEqual({ pages: [], rendered: 0 });
  expect(output).toContain('The next change of a page is due on 2026-12-01: build again on that day.');
  expect(manifest.nextBuild).toBe('2026-12-01');
  const due = manifest.editions.map(({ root, nextBuild }) => [root, nextBuild]);
  expect(due.filter(([, day]) => day !== null).map(([root]) => root)).toEqual(
    manifest.editions.filter(({ lang }) => lang === 'de').map(({ root }) => root),
  );

  const first = await build(nothing, on('2026-12-01T00:00Z'));
  expect(first.pages).toContain('own.example/de/blog/soon');
  expect(first.pages).not.toContain('own.example/de/blog/later');
  expect(first.pages).not.toContain('own.example/de/blog/a2');
  for (const page of first.pages) expect(page).toContain('/de/');
  expect(first.manifest.nextBuild).toBe('2026-12-10');

  const finish = replace('texts/blog/plain/es/draft.md', 'draft: true\n', '');
  const last = await change(finish, on('2026-12-11T00:00Z'));
  expect(last.pages).toContain('own.example/de/blog/a2');
  expect(last.pages).toContain('plain.example/es/blog/draft');
  // These pages are those of 1 December.
  for (const page of last.pages) expect(page).not.toContain('lone.example');
  expect(last.manifest.nextBuild).toBeNull();
});

type Brand = HostsInput['brands'][string];

const hostsOf = (id: string, languages: string[], own?: Brand['hosts'][string]): Pick<Brand, 'hosts'> => ({
  hosts: { [`${id}.example`]: { languages }, ...(own && { [`own.${id}.example`]: own }) },
});

/** Facts of a brand before and after a change. Each change has a brand of its own: no other change renders its pages. */
const changes: Record<string, [before: Partial<Brand>, after: Partial<Brand>]> = {
  name: [{}, { name: 'Other' }],
  look: [{ look: OTHER_LOOK }, { look: LOOK }],
  address: [{}, { email: 'hi@address.example' }],
  default: [{ xDefault: true }, { xDefault: false }],
  day: [{}, { securityTxtExpires: '2027-09-30' }],
  container: [{}, { tagManager: { es: 'GTM-ABCD1' } }],
  containers: [{ tagManager: { es: 'GTM-ABCD1' } }, { tagManager: { es: 'GTM-ABCD2' } }],
  closed: [
    hostsOf('closed', ['en'], { languages: ['es'], closed: true }),
    hostsOf('closed', ['en'], { languages: ['es'] }),
  ],
  main: [
    { ...hostsOf('main', ['en'], { languages: ['es'] }), xDefault: true },
    { ...hostsOf('main', ['en'], { languages: ['es'] }), xDefault: true, defaultHost: 'own.main.example' },
  ],
  order: [hostsOf('order', ['en', 'es'], { languages: ['es'] }), hostsOf('order', ['es', 'en'], { languages: ['es'] })],
  less: [hostsOf('less', ['en', 'es'], { languages: ['es'] }), hostsOf('less', ['en'], { languages: ['es'] })],
  more: [
    hostsOf('more', ['en', 'es'], { languages: ['es'] }),
    hostsOf('more', ['en', 'es'], { languages: ['es', 'en'] }),
  ],
  lost: [hostsOf('lost', ['en'], { languages: ['es'] }), hostsOf('lost', ['en'])],
  fresh: [hostsOf('fresh', ['en', 'es']), hostsOf('fresh', ['en', 'es'], { languages: ['es'] })],
};

/** Writes a hosts file with brands whose change is made, or not yet. */
const writeHosts =
  (made: string[], brands = Object.keys(changes)) =>
  (dir: string): void => {
    const written = brands.map((id) => {
      const facts = { name: 'Plain', email: `hello@${id}.example`, look: LOOK, securityTxtExpires: '2027-10-31' };
      const hosts = hostsOf(id, [id === 'dutch' ? 'nl' : 'es']);
      const [before, after] = changes[id] ?? [{}, {}];
      return [id, { ...facts, ...hosts, defaultHost: `${id}.example`, ...before, ...(made.includes(id) && after) }];
    });
    writeFileSync(join(dir, 'hosts.ts'), `export default ${JSON.stringify({ brands: Object.fromEntries(written) })};`);
  };

test('a host that is added renders its own pages and those of the hosts that link to it', async () => {
  await build(writeHosts([]));
  const { rendered, pages } = await build(writeHosts(['fresh']));
  for (const page of pages) expect(page).toMatch(/^(own\.)?fresh\.example/);
  expect(pages).toContain('own.fresh.example/es/');
  expect(rendered).toBe(pages.length);
});

test('each fact of hosts changes its brand', async () => {
  const { manifest, pages } = await change(writeHosts(Object.keys(changes)));
  const changed = new Set(pages.map((page) => /(\w+)\.example/.exec(page)![1]!));
  // Only security.txt shows the day.
  expect([...changed, 'day', 'fresh'].toSorted()).toEqual(Object.keys(changes).toSorted());
  expect(manifest.editions.map(({ host }) => host)).not.toContain('own.lost.example');
});

// All pages depend on the digest of the source files and of the list of languages.
test('a new language, a component, a stylesheet, a theme, an icon, a wordmark, the head and the version', async () => {
  const edit = all(
    (dir) => cpSync('public/assets/i18n/de.json', join(dir, 'public/assets/i18n/nl.json')),
    (dir) => writeTexts(join(dir, 'texts'), smallTexts(['nl'])),
    // The brands that stay have their facts of before.
    writeHosts(Object.keys(changes), ['look', 'order', 'dutch']),
    replace('src/components/EnterLink.astro', 'class="adults"', 'class="adults only"'),
    replace('src/styles/page.css', /$/, '\nfooter { outline: none; }\n'),
    replace(`src/themes/looks/${LOOK}/look.css`, /$/, '\n/* */ :root { --unused: 1; }\n'),
    replace(`src/themes/looks/${LOOK}/favicon.svg`, '<svg', '<svg data-changed=""'),
    (dir) => cpSync(join(dir, 'src/themes/wordmarks/onyx.svg'), join(dir, 'src/themes/wordmarks/order.svg')),
    replace('src/site/head/head.ts', "'og:type'", "'og:kind'"),
    replace('package.json', /"version": "(.*)"/, '"version": "$1-next"'),
  );
  const { output, pages } = await change(edit, {}, true);
  expect(output).toMatch(/ (\d+) pages, \1 of them rendered/);
  for (const page of ['look.example/es/rules', 'own.order.example/es/rules', 'dutch.example/nl/rules'])
    expect(pages).toContain(page);
});

/**
 * Texts that a turn changes: each text in one of three turns, and any two documents in different turns in some language. No two of them are on the
 * same page.
 */
function textsOfTurn(turn: number): string[] {
  const names = Object.keys(fixtureTexts).flatMap((file) => /^documents\/shared\/(.*)\.md$/.exec(file)?.[1] ?? []);
  const languages = [...Map.groupBy(names, (name) => name.split('/')[0]!).values()];
  return languages.flatMap((texts, number) =>
    texts.filter((_, index) => (number % 2 ? index % 3 : Math.floor(index / 2)) === turn),
  );
}

/** Whether a page shows a text. The Q&A is there in English only. */
function isPageOf(page: string, text: string): boolean {
  const [lang, name] = text.split('/') as [string, string];
  const isOwn = name === 'qa' || page.split('/')[1] === lang;
  return isOwn && page.endsWith(name === 'home' ? '/' : `/${name}`);
}

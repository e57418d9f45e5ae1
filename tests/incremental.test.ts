import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Changes } from '../src/publish/changes.ts';
import { article, writeTexts } from './support/content.ts';
import { differences } from './support/differences.ts';
import { FIXTURE, fixtureTexts, makeFixture, replace } from './support/fixture-site.ts';
import type { Project } from './support/project.ts';

const WORDS = 'public/assets/i18n';

/** One project is built again and again, the other from nothing each time. */
let kept: Project;
let clean: Project;

beforeAll(async () => {
  [kept, clean] = [makeFixture(), makeFixture()];
  await Promise.all([build(kept), build(clean)]);
});
afterAll(() => [kept, clean].forEach((project) => project.remove()));

interface Outcome {
  rendered: number;
  /** Pages that came out otherwise, such as `own.example/de/rules`. */
  pages: string[];
}

/** Makes one change in both projects, and holds the two builds against each other. */
async function change(edit: (dir: string) => void): Promise<Outcome> {
  for (const { dir } of [kept, clean]) edit(dir);
  for (const folder of ['dist', '.cache']) rmSync(join(clean.dir, folder), { recursive: true });
  const [output] = await Promise.all([build(kept), build(clean)]);
  expect(differences(join(kept.dir, 'dist'), join(clean.dir, 'dist'))).toEqual([]);
  const { editions } = JSON.parse(readFileSync(join(kept.dir, 'dist/publish/changes.json'), 'utf8')) as Changes;
  const pages = editions.flatMap(({ host, lang, added, changed }) =>
    Object.keys({ ...added, ...changed })
      .filter((path) => path === '/404.html' || !path.includes('.'))
      .map((path) => `${host}/${lang}${path}`),
  );
  return { rendered: Number(/(\d+) of them rendered/.exec(output)![1]), pages };
}

async function build(project: Project): Promise<string> {
  const { code, output } = await project.run('build', FIXTURE);
  expect(code, output).toBe(0);
  return output;
}

const write =
  (file: string, text: string) =>
  (dir: string): void =>
    writeTexts(dir, { [file]: text });

const remove =
  (file: string) =>
  (dir: string): void =>
    rmSync(join(dir, file));

describe('a build after a change gives the same bytes as one from nothing, and renders no page that stays the same', () => {
  const words = leaves(JSON.parse(readFileSync(`${WORDS}/de.json`, 'utf8')) as Tree);

  test.each(words)('the word %s', async (key, word) => {
    const { rendered, pages } = await change(replace(`${WORDS}/de.json`, `"${word}"`, `"${word}!"`));
    for (const page of pages) expect(page).toContain('/de');
    // A page that shows a number depends on all forms of its word.
    if (key.includes('readingTime')) expect(rendered).toBeGreaterThanOrEqual(pages.length);
    else expect(rendered).toBe(pages.length);
  });

  test.each(Object.keys(fixtureTexts).filter((file) => file.startsWith('documents/')))('the text %s', async (file) => {
    const { rendered, pages } = await change(replace(`texts/${file}`, 'A sentence', 'One sentence'));
    expect(rendered).toBe(pages.length);
    const name = file.slice('documents/shared/xx/'.length, -'.md'.length);
    for (const page of pages) expect(page.endsWith(name === 'home' ? '/' : `/${name}`)).toBe(true);
  });

  test.each(Object.keys(fixtureTexts).filter((file) => file.startsWith('blog/')))('the article %s', async (file) => {
    const { pages } = await change(replace(`texts/${file}`, 'title: ', 'title: Neu '));
    for (const page of pages) expect(page).toMatch(/\/(blog(\/.+)?|test)$/);
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

  test('a host that is added renders its own pages and those of the hosts that link to it', async () => {
    const { rendered, pages } = await change(
      replace('hosts.ts', "'plain.example':", "'fresh.example': { languages: ['it'] },\n        'plain.example':"),
    );
    for (const page of pages) expect(page).toMatch(/^(fresh|plain)\.example/);
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
    rmSync(join(clean.dir, '.build'), { recursive: true });
    const { rendered } = await change(edit);
    expect(rendered).toBeGreaterThan(100);
  });
});

interface Tree {
  [name: string]: string | Tree;
}

/** Every word with its key. */
function leaves(tree: Tree, prefix = ''): [key: string, word: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : leaves(value, `${prefix}${name}.`),
  );
}

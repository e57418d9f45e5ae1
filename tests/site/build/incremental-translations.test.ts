// A page depends on each translation that it shows and on no other; after changes of translations, dist/ has the bytes of a clean build.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { TRANSLATIONS_ID } from '../../../src/contract/element-ids.ts';
import { parsePageInputs } from '../../../src/generator/files/page-cache.ts';
import type { BuildRecord } from '../../../src/generator/incremental/build-record.ts';
import { CHANGE_WORDS } from '../../../src/site/changes-page-texts.ts';
import { MARK_WORDS } from '../../../src/site/history/mark-changes.ts';
import { pathOf } from '../../support/dist.ts';
import { compareWithCleanBuild } from '../../support/site/compare-with-clean-build.ts';
import { keepFewPages, replace } from '../../support/site/fixture-project.ts';

const WORDS = 'public/assets/i18n/de.json';

interface Tree {
  [name: string]: string | Tree;
}

const tree = JSON.parse(readFileSync(WORDS, 'utf8')) as Tree;
const words = leaves(tree);

/** The page of the chat has many translations for its scripts. They count as all. */
const CHAT_TRANSLATIONS = new RegExp(`<script type="application/json" id="${TRANSLATIONS_ID}">.*?</script>`, 's');

const OF_CHANGES = new Set([...MARK_WORDS, ...CHANGE_WORDS].map((key) => `word:${key}`));

/** Suffix of each German translation. */
const markOf = (index: number): string => `§${index}§`;

const { dir, build, compare, change } = compareWithCleanBuild((project) => {
  let count = 0;
  const mark = (_: string, value: unknown): unknown => (typeof value === 'string' ? value + markOf(count++) : value);
  writeFileSync(join(project, WORDS), JSON.stringify(tree, mark));
  keepFewPages(project);
});

test('a page depends on each translation that it shows, and on no other', () => {
  expect(readFileSync(join(dir(), WORDS), 'utf8').split(/§\d+§/)).toHaveLength(words.length + 1);
  // A page that shows a number depends on all plural forms.
  const keys = words.map(([key]) => `word:${key.replace(/_(one|other)$/, '')}`);
  const record = readFileSync(globSync(join(dir(), '.cache/builds/*'))[0]!, 'utf8').split('\n')[1]!;
  const german = Object.entries(JSON.parse(record) as BuildRecord)
    .filter(([root]) => root.endsWith('/de'))
    .map(([root, { cachedPages }]) => {
      const content = readFileSync(join(dir(), '.cache/pages', cachedPages));
      return [root, new Map(parsePageInputs(content))] as const;
    });
  expect(german.map(([root]) => root)).toEqual(['plain.example/de', 'own.example/de', 'lone.example/de']);
  for (const [root, pages] of german) {
    const files = globSync('**/*.{html,atom}', { cwd: join(dir(), 'dist', root) });
    expect(files.map(pathOf).toSorted()).toEqual([...pages.keys()].toSorted());
    for (const file of files) {
      const html = readFileSync(join(dir(), 'dist', root, file), 'utf8').replace(CHAT_TRANSLATIONS, '');
      const shown = new Set(keys.filter((_, index) => html.includes(markOf(index))));
      const { translations } = pages.get(pathOf(file))!.dependencies;
      const read = translations.filter((one) => one.startsWith('word:'));
      // Pages with islands depend on all translations, because they name the version of the file.
      const missing = translations.includes('words') ? [] : [...shown].filter((word) => !read.includes(word));
      expect(missing, `${root}/${file}`).toEqual([]);
      // Pages and feeds of changes depend on the words of every kind of change, also where there is none.
      expect(
        read.filter((word) => !shown.has(word) && !OF_CHANGES.has(word)),
        `${root}/${file}`,
      ).toEqual([]);
    }
  }
});

// All pages show the first, some pages the second and third, scripts the next two, and mails the last.
test.each([[['site']], [['page', 'blog', 'form', 'chat', 'mail']]])(
  'a change of translations of %j renders the pages that show them',
  async (parts) => {
    const keys = parts.map((part) => words.findLastIndex(([key]) => key.startsWith(`${part}.`)));
    const { rendered, pages } = await build((project) =>
      keys.forEach((index) => replace(WORDS, markOf(index), `${markOf(index)}!`)(project)),
    );
    for (const page of pages) expect(page).toContain('/de');
    expect(rendered).toBe(pages.length);
  },
);

test('of these translations, the build has the bytes of a clean build', () => compare());

test('after changes of many translations, and of their order, the build has the bytes of a clean build', async () => {
  // Every seventh translation, and translations with the same text.
  const changed = new Set(words.filter((_, index) => index % 7 === 3).map(([, word]) => word));
  const changedOf = (value: string): string => {
    const word = value.replace(/§.*/s, '');
    return changed.has(word) ? `${word}!` : value;
  };
  const rewrite = (node: Tree): Tree =>
    Object.fromEntries(
      Object.entries(node)
        .toReversed()
        .map(([name, value]) => [name, typeof value === 'string' ? changedOf(value) : rewrite(value)]),
    );
  const { rendered, pages } = await change((project) => {
    const file = join(project, WORDS);
    writeFileSync(file, JSON.stringify(rewrite(JSON.parse(readFileSync(file, 'utf8')) as Tree)));
  });
  for (const page of pages) expect(page).toContain('/de');
  expect(rendered).toBeGreaterThan(0);
});

/** Each translation with its key. */
function leaves(node: Tree, prefix = ''): [key: string, word: string][] {
  return Object.entries(node).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : leaves(value, `${prefix}${name}.`),
  );
}

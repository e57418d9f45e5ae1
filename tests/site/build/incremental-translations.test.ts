import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { parsePageInputs } from '../../../src/build/files/page-cache.ts';
import type { BuildRecord } from '../../../src/build/incremental/build-record.ts';
import { TRANSLATIONS_ID } from '../../../src/contract/element-ids.ts';
import { CHANGE_WORDS } from '../../../src/site/changes-texts.ts';
import { MARK_WORDS } from '../../../src/site/history/mark-changes.ts';
import { pathOf } from '../../support/dist.ts';
import { compareWithCleanBuild } from '../../support/site/compare-with-clean-build.ts';
import { FIXTURE, makeFixture, replace } from '../../support/site/fixture-project.ts';

const WORDS = 'public/assets/i18n/de.json';

interface Tree {
  [name: string]: string | Tree;
}

const tree = JSON.parse(readFileSync(WORDS, 'utf8')) as Tree;
const words = leaves(tree);

/** The page of the chat has many translations for its scripts. They count as all. */
const CHAT_TRANSLATIONS = new RegExp(`<script type="application/json" id="${TRANSLATIONS_ID}">.*?</script>`, 's');

const OF_CHANGES = new Set([...MARK_WORDS, ...CHANGE_WORDS].map((key) => `word:${key}`));

test('a page depends on each translation that it shows, and on no other', async () => {
  const project = makeFixture();
  onTestFinished(project.remove);
  const markOf = (index: number): string => `§${index}§`;
  let count = 0;
  const mark = (_: string, value: unknown): unknown => (typeof value === 'string' ? value + markOf(count++) : value);
  writeFileSync(join(project.dir, WORDS), JSON.stringify(tree, mark));
  const { code, output } = await project.run('build', FIXTURE, ['--no-compression']);
  expect(code, output).toBe(0);
  expect(count).toBe(words.length);

  // A page that shows a number depends on all plural forms.
  const keys = words.map(([key]) => `word:${key.replace(/_(one|other)$/, '')}`);
  const record = readFileSync(globSync(join(project.dir, '.cache/builds/*'))[0]!, 'utf8').split('\n')[1]!;
  const german = Object.entries(JSON.parse(record) as BuildRecord)
    .filter(([root]) => root.endsWith('/de'))
    .map(([root, { cachedPages }]) => {
      const content = readFileSync(join(project.dir, '.cache/pages', cachedPages));
      return [root, new Map(parsePageInputs(content))] as const;
    });
  expect(german.map(([root]) => root)).toEqual(['plain.example/de', 'own.example/de', 'lone.example/de']);
  for (const [root, pages] of german) {
    const files = globSync('**/*.{html,atom}', { cwd: join(project.dir, 'dist', root) });
    expect(files.map(pathOf).toSorted()).toEqual([...pages.keys()].toSorted());
    for (const file of files) {
      const html = readFileSync(join(project.dir, 'dist', root, file), 'utf8').replace(CHAT_TRANSLATIONS, '');
      const shown = new Set(keys.filter((_, index) => html.includes(markOf(index))));
      const read = pages.get(pathOf(file))!.dependencies.translations.filter((one) => one.startsWith('word:'));
      expect(
        [...shown].filter((word) => !read.includes(word)),
        `${root}/${file}`,
      ).toEqual([]);
      // Pages and feeds of changes depend on the words of every kind of change, also where there is none.
      expect(
        read.filter((word) => !shown.has(word) && !OF_CHANGES.has(word)),
        `${root}/${file}`,
      ).toEqual([]);
    }
  }
});

const { build, compare, change } = compareWithCleanBuild();

/** A translation of each kind: shown by all pages, by some pages, by scripts, by mails. */
const examples = ['site', 'page', 'blog', 'form', 'chat', 'mail'].map((part) =>
  words.findLast(([key]) => key.startsWith(`${part}.`))!,
);

describe('after a change', () => {
  test.each(examples)('of the translation %s only pages that show it are rendered', async (_, word) => {
    const { rendered, pages } = await build(replace(WORDS, `"${word}"`, `"${word}!"`));
    for (const page of pages) expect(page).toContain('/de');
    expect(rendered).toBe(pages.length);
  });

  test('of each example the build has the bytes of a clean build', () => compare());
});

test('after changes of many translations, and of their order, the build has the bytes of a clean build', async () => {
  // Every seventh translation, and translations with the same text.
  const changed = new Set(words.filter((_, index) => index % 7 === 3).map(([, word]) => word));
  const rewrite = (node: Tree): Tree =>
    Object.fromEntries(
      Object.entries(node)
        .toReversed()
        .map(([name, value]) => [
          name,
          typeof value === 'string' ? (changed.has(value) ? `${value}!` : value) : rewrite(value),
        ]),
    );
  const { rendered, pages } = await change((dir) => {
    const file = join(dir, WORDS);
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

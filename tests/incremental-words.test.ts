import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { replace } from './support/fixture-site.ts';
import { twoBuilds } from './support/two-builds.ts';

const WORDS = 'public/assets/i18n/de.json';

const { change } = twoBuilds();

const words = leaves(JSON.parse(readFileSync(WORDS, 'utf8')) as Tree);

/** Words that no page has in itself: those of the service, all together, make one change. */
const isOfService = ([key]: [string, string]): boolean => /^(errors|mail)\./.test(key);

test('after a change of every word of the service the build is as one from nothing', async () => {
  const changed = new Map(words.filter(isOfService).map(([, word]) => [`"${word}"`, `"${word}!"`]));
  const { rendered, pages } = await change((project) => {
    for (const [from, to] of changed) replace(WORDS, from, to)(project);
  });
  expect(rendered).toBe(pages.length);
});

test.each(words.filter((word) => !isOfService(word)))(
  'after a change of the word %s the build is as one from nothing, and only pages that show it were rendered',
  async (key, word) => {
    const { rendered, pages } = await change(replace(WORDS, `"${word}"`, `"${word}!"`));
    for (const page of pages) expect(page).toContain('/de');
    // A page that shows a number depends on all forms of its word.
    if (key.includes('readingTime')) expect(rendered).toBeGreaterThanOrEqual(pages.length);
    else expect(rendered).toBe(pages.length);
  },
);

interface Tree {
  [name: string]: string | Tree;
}

/** Every word with its key. */
function leaves(tree: Tree, prefix = ''): [key: string, word: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : leaves(value, `${prefix}${name}.`),
  );
}

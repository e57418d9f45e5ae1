import { readdirSync } from 'node:fs';

import { beforeAll, expect, test } from 'vitest';

import { setUpI18next } from '../../../tests/support/site/set-up-i18next.ts';
import { SiteFolder } from '../site-folder.ts';
import { lightTranslator, type Tree } from './light-translator.ts';
import { placeholders, type Values } from './placeholder-names.ts';
import { readTranslationFile } from './translation-file.ts';
import { translator, type TranslationKey } from './translator.ts';

const folder = new SiteFolder({ root: '.', contentDir: 'src/content' });
const languages = readdirSync('public/assets/i18n').map((file) => file.replace('.json', ''));

beforeAll(setUpI18next);

const keysOf = (tree: Tree, path = ''): string[] =>
  Object.entries(tree).flatMap(([name, node]) =>
    typeof node === 'string' ? [path + name] : keysOf(node, `${path}${name}.`),
  );

test.each(languages)('every translation of %s is the same in browsers and in the build, in every number', (lang) => {
  const tree = JSON.parse(readTranslationFile(folder, lang)) as Tree;
  const [inBrowser, inBuild] = [lightTranslator(tree, lang), translator(folder, lang)];
  const keys = new Set(
    keysOf(tree).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')),
  ) as Set<TranslationKey>;
  expect(keys.size).toBeGreaterThan(100);
  for (const count of [0, 1, 2, 3, 5, 11, 21, 22, 25, 101, 1_000_000, 1.5]) {
    const values: Values = { ...Object.fromEntries(placeholders.map((name) => [name, `$& <${name}>`])), count };
    for (const key of keys) expect(inBrowser(key, values), key).toBe(inBuild(key, values));
  }
});

test('a key that an older translation file lacks is returned', () => {
  expect(lightTranslator({}, 'en')('form.email')).toBe('form.email');
});

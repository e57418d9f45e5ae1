import { beforeAll, expect, test, vi } from 'vitest';

import { setUpI18next } from '../../../tests/support/site/set-up-i18next.ts';
import { checkTranslations } from '../../check/translations/check-translations.ts';
import { readTranslations } from '../../check/translations/read-translations.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { lightTranslator, type Tree } from '../../site/i18n/light-translator.ts';
import { translator, type TranslationKey } from '../../site/i18n/translator.ts';
import { SiteFolder } from '../../site/site-folder.ts';
import { translationFingerprint } from './input-fingerprints.ts';

const files = vi.hoisted(() => new Map<string, string>());
vi.mock('../../site/i18n/translation-file.ts', async (original) => ({
  ...(await original<object>()),
  readTranslationFile: (_folder: SiteFolder, lang: string) => files.get(lang),
  readTranslationBytes: (_folder: SiteFolder, lang: string) => files.has(lang) && Buffer.from(files.get(lang)!),
}));

beforeAll(setUpI18next);

const folder = new SiteFolder({ root: '/nowhere', contentDir: '/nowhere' });
const editionIn = (lang: string): Edition => ({ lang, site: { folder } }) as Edition;

const english = {
  site: { title: 'Chat', lead: 'On {{host}}' },
  page: { rules: { title: 'Rules', lead: 'Be kind' }, blog: { title: 'Blog' } },
  blog: { minutes_one: '{{count}} minute', minutes_other: '{{count}} minutes' },
};
const keys = ['site.title', 'site.lead', 'page.rules.title', 'page.rules.lead', 'page.blog.title', 'blog.minutes'];

/** The same numbers each time. */
let state = 1;
const pick = <Item>(items: readonly Item[]): Item => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return items[Math.floor((state / 2 ** 32) * items.length)]!;
};

/** Edits of a translation file, valid and invalid. */
const edits: ((tree: Tree) => void)[] = [
  (tree) => set(tree, pick(keys.slice(0, -1)).split('.'), pick(['Neu', 'Ganz neu', 'Auf {{host}}'])),
  (tree) =>
    set(
      tree,
      ['blog', `minutes_${pick(['one', 'other', 'zero', 'few', 'many'])}`],
      pick(['{{count}}', '{{count}} min']),
    ),
  (tree) => set(tree, [pick(keys)], 'flach'),
  (tree) => set(tree, ['page', pick(['rules.title', 'rules.lead', 'blog.title'])], 'halb flach'),
  (tree) => set(tree, [pick(keys).replace('.', ':')], 'Namensraum'),
  (tree) => delete (tree.page as Tree)[pick(['rules', 'blog'])],
  (tree) => delete ((tree.page as Tree).rules as Tree | undefined)?.title,
  (tree) => Object.assign(tree, Object.fromEntries(Object.entries(tree).toReversed())),
  (tree) => set(tree, ['site', pick(['title', 'title_one', 'lead_other', 'lead_male'])], 'Plural'),
];

function set(tree: Tree, path: string[], word: string): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (!rest.length) tree[name] = word;
  else set((tree[name] ??= {}) as Tree, rest, word);
}

/** Every translation of a language, in several numbers. */
const saidBy = (t: (key: TranslationKey, values: { count: number; host: string }) => string): string[] =>
  keys.flatMap((key) => [0, 1, 2, 5].map((count) => t(key as TranslationKey, { count, host: 'h' })));

test('an accepted translation file reads the same in build and browser, and every changed translation changes its fingerprint', async () => {
  files.set('en', JSON.stringify(english));
  files.set('de', files.get('en')!);
  const before = {
    said: saidBy(translator(folder, 'de')),
    keys: keys.map((key) => translationFingerprint(editionIn('de'), `word:${key}`)),
  };
  const rounds = { accepted: 0, refused: 0, changed: 0 };
  for (let round = 0; round < 300; round += 1) {
    // Each round has its own language, because translations are memoized.
    const lang = `de-x-r${round}`;
    const tree = structuredClone(english) as Tree;
    for (let count = pick([1, 1, 2, 3]); count > 0; count -= 1) pick(pick([edits, edits.slice(0, 1)]))(tree);
    files.set(lang, JSON.stringify(tree));
    if (checkTranslations(folder, ['en', lang], (each) => readTranslations(folder, each)).length) {
      rounds.refused += 1;
      continue;
    }
    rounds.accepted += 1;
    const said = saidBy(translator(folder, lang));
    expect(said, files.get(lang)).toEqual(saidBy(lightTranslator(tree, lang)));
    for (const [index, key] of keys.entries()) {
      const [old, now] = [before.said, said].map((all) => all.slice(index * 4, index * 4 + 4).join('\n'));
      if (old === now) continue;
      rounds.changed += 1;
      expect(translationFingerprint(editionIn(lang), `word:${key}`), `${key} in ${files.get(lang)}`).not.toBe(
        before.keys[index],
      );
    }
  }
  expect(Math.min(...Object.values(rounds)), JSON.stringify(rounds)).toBeGreaterThan(20);
});

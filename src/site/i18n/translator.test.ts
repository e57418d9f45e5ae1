import { createRequire } from 'node:module';

import i18next, { type InitOptions } from 'i18next';
import fsBackend from 'i18next-fs-backend';
import { beforeAll, expect, test } from 'vitest';

import { SiteFolder } from '../site-folder.ts';
import { readTranslationFile } from './translation-file.ts';
import { translator } from './translator.ts';

const config = createRequire(import.meta.url)('../../../astro-i18next.config.cjs') as {
  locales: string[];
  i18nextServer: InitOptions;
};

// astro-i18next does the same before each page.
beforeAll(async () => {
  await i18next.use(fsBackend).init(config.i18nextServer);
});

test.each<[string, Record<string, string>]>([
  [
    'ru',
    {
      1: '1 новое сообщение',
      2: '2 новых сообщения',
      5: '5 новых сообщений',
      11: '11 новых сообщений',
      21: '21 новое сообщение',
      22: '22 новых сообщения',
    },
  ],
  [
    'uk',
    {
      1: '1 нове повідомлення',
      3: '3 нові повідомлення',
      7: '7 нових повідомлень',
      12: '12 нових повідомлень',
      31: '31 нове повідомлення',
    },
  ],
  [
    'pl',
    {
      1: '1 nowa wiadomość',
      2: '2 nowe wiadomości',
      5: '5 nowych wiadomości',
      12: '12 nowych wiadomości',
      22: '22 nowe wiadomości',
      21: '21 nowych wiadomości',
    },
  ],
  ['en', { 1: '1 new message', 2: '2 new messages' }],
])('plurals are right in %s', (lang, expected) => {
  const t = translator(lang);
  for (const [count, words] of Object.entries(expected)) {
    expect(t('chat.unread', { count: Number(count) }).replaceAll('\u00a0', ' ')).toMatch(new RegExp(`^${words}( |$)`));
  }
});

test.each(config.locales)('every plural form of %s is that of Intl.PluralRules', (lang) => {
  const t = translator(lang);
  const forms = (
    JSON.parse(readTranslationFile(new SiteFolder('src/content'), lang)) as { blog: Record<string, string> }
  ).blog;
  const rules = new Intl.PluralRules(lang);
  for (const count of [...Array(201).keys(), 1.5, 1_000_000]) {
    expect(t('blog.readingTime', { count })).toBe(
      forms[`readingTime_${rules.select(count)}`]!.replace('{{count}}', String(count)),
    );
  }
});

test('languages do not mix', () => {
  const [russian, german] = [translator('ru'), translator('de')];
  expect([russian('page.rules.title'), german('page.rules.title')]).toEqual(['Правила', 'Regeln']);
});

test('a missing key, an unfilled placeholder and an unknown language are errors', () => {
  const t = translator('en');
  expect(() => t('home.exit' as 'home.enter')).toThrow('public/assets/i18n/en.json has no "home.exit"');
  expect(() => t('site.title')).toThrow('leaves {{brand}} open');
  expect(() => translator('xx')('home.enter')).toThrow('public/assets/i18n/xx.json was not loaded');
});

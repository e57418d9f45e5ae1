import { readdirSync } from 'node:fs';

import { beforeAll, expect, test } from 'vitest';

import { setUpI18next } from '../../../tests/support/site/set-up-i18next.ts';
import { SiteFolder } from '../site-folder.ts';
import { readTranslationFile } from './translation-file.ts';
import { translator } from './translator.ts';

// As astro-i18next does.
const folder = new SiteFolder({ root: '.', contentDir: 'src/content' });
const languages = readdirSync('public/assets/i18n').map((file) => file.replace('.json', ''));

beforeAll(setUpI18next);

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
  const t = translator(folder, lang);
  for (const [count, words] of Object.entries(expected)) {
    expect(t('chat.unread', { count: Number(count) }).replaceAll('\u00a0', ' ')).toMatch(new RegExp(`^${words}( |$)`));
  }
});

test.each(languages)('every plural form of %s is that of Intl.PluralRules', (lang) => {
  const t = translator(folder, lang);
  const forms = (JSON.parse(readTranslationFile(folder, lang)) as { blog: Record<string, string> }).blog;
  const rules = new Intl.PluralRules(lang);
  for (const count of [...Array(201).keys(), 1.5, 1_000_000]) {
    expect(t('blog.readingTime', { count })).toBe(
      forms[`readingTime_${rules.select(count)}`]!.replace('{{count}}', String(count)),
    );
  }
});

test('languages do not mix', () => {
  const [russian, german] = [translator(folder, 'ru'), translator(folder, 'de')];
  expect([russian('page.rules.title'), german('page.rules.title')]).toEqual(['Правила', 'Regeln']);
});

test('a missing key, an unfilled placeholder and an unknown language are errors', () => {
  const t = translator(folder, 'en');
  expect(() => t('home.exit' as 'home.enter')).toThrow('public/assets/i18n/en.json has no "home.exit"');
  expect(() => t('site.title')).toThrow('leaves {{brand}} open');
  expect(() => translator(folder, 'xx')('home.enter')).toThrow('Missing: public/assets/i18n/xx.json');
});

import { expect, test } from 'vitest';

import { SiteFolder } from '../site-folder.ts';
import { formatLocale } from './format-locale.ts';
import { ownName } from './language-facts.ts';
import { directionOf, formatDay, languageName, localeOf } from './site-language.ts';

const folder = new SiteFolder({ root: '.', contentDir: '/nowhere' });

test.each([
  ['en', 'en-GB'],
  ['en-US', 'en-US'],
  ['pt-BR', 'pt-BR'],
  ['crh', 'uk'],
  ['crh-Latn', 'en-GB'],
  ['rue', 'uk'],
  ['ab', 'ru'],
  ['kbd', 'ru'],
  ['grc', 'el'],
  ['qaa', 'en-GB'],
])('%s has the formats of %s', (lang, locale) => {
  const found = formatLocale(lang);
  expect(Intl.DateTimeFormat.supportedLocalesOf(found)).toEqual([found]);
  if (lang !== 'crh-Latn') expect(found).toBe(locale);
});

test('no format and no name of a language is that of the machine', () => {
  expect(formatDay(folder, 'rue', '2026-11-28')).toBe(formatDay(folder, 'uk', '2026-11-28'));
  expect(['ru', 'crh', 'rue', 'kbd', 'qaa'].map(ownName)).toEqual([
    'Русский',
    'Crimean Tatar',
    'Rusyn',
    'Kabardian',
    'Qaa',
  ]);
});

test('a language has the name, the direction and the formats that the hosts file gives it', () => {
  const facts = { crh: { name: 'Qırımtatarca', formats: 'tr' }, ku: { direction: 'rtl' as const } };
  const named = new SiteFolder(folder, { sources: new Map(), facts });
  expect([languageName(named, 'crh'), directionOf(named, 'crh'), localeOf(named, 'crh')]).toEqual([
    'Qırımtatarca',
    'ltr',
    'tr',
  ]);
  expect(formatDay(named, 'crh', '2026-11-28')).toBe('28 Kasım 2026');
  expect([directionOf(named, 'ku'), directionOf(folder, 'ku')]).toEqual(['rtl', 'ltr']);
});

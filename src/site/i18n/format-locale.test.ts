import { expect, test } from 'vitest';

import { formatLocale } from './format-locale.ts';
import { formatDay, ownName } from './language-facts.ts';

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
  expect(formatDay('rue', '2026-11-28')).toBe(formatDay('uk', '2026-11-28'));
  expect(['ru', 'crh', 'rue', 'kbd', 'qaa'].map(ownName)).toEqual([
    'Русский',
    'Crimean Tatar',
    'Rusyn',
    'Kabardian',
    'Qaa',
  ]);
});

import { expect, test } from 'vitest';

import { hostOf, type LanguagePreferences, negotiate } from './negotiate.ts';

const editions = ['en', 'ru', 'pt-BR'].map((lang) => ({ lang }));
const none: LanguagePreferences = { query: null, cookies: undefined, acceptLanguage: undefined };

test.each<[string, Partial<LanguagePreferences>, string]>([
  ['?lang= before all', { query: 'ru', cookies: 'lang=en', acceptLanguage: 'en' }, 'ru'],
  ['the cookie before the header', { cookies: 'a=b; lang=ru', acceptLanguage: 'en' }, 'ru'],
  ['the first supported language of the header, whatever its q', { acceptLanguage: 'de, ru;q=0.1, en;q=0.9' }, 'ru'],
  ['a region of a supported language', { acceptLanguage: 'ru-RU' }, 'ru'],
  ['a language of a supported region', { acceptLanguage: 'PT' }, 'pt-BR'],
  ['the default where nothing fits', { query: 'xx', cookies: 'lang=yy', acceptLanguage: 'zz, *;q=0.5' }, 'en'],
  ['the default without any preference', {}, 'en'],
  ['no other cookie that ends alike', { cookies: 'xlang=ru' }, 'en'],
])('%s decides', (_, preferences, lang) => {
  expect(negotiate(editions, { ...none, ...preferences }).lang).toBe(lang);
});

test.each([
  ['RU.velvet.example:4321', 'ru.velvet.example'],
  ['ru.velvet.example.localhost:4321', 'ru.velvet.example'],
  ['ru.velvet.example.', 'ru.velvet.example'],
  ['localhost', 'localhost'],
])('Host "%s" is for %s', (header, host) => {
  expect(hostOf(header)).toBe(host);
});

import { expect, test } from 'vitest';

import { parseHosts } from './define-hosts.ts';
import { type Edition, toEditions } from './editions.ts';
import { alternates, canonicalUrl, languageMenu, type OwnsText } from './urls.ts';

const brand = {
  name: 'B',
  email: 'a@b.example',
  look: 'velvet',
  securityTxtExpires: '2027-01-01',
  defaultHost: 'b.example',
};
const hosts = {
  'b.example': { languages: ['en', 'ru', 'it'] },
  'ru.b.example': { languages: ['ru'] },
  'old.b.example': { languages: ['it'], closed: true },
};
const editions = toEditions(parseHosts({ brands: { b: { ...brand, xDefault: true, hosts } } }, 'hosts.config.ts'));
const at = (host: string, lang: string): Edition =>
  editions.find((edition) => edition.host === host && edition.lang === lang)!;

const nobody: OwnsText = () => false;
const canonical = (edition: Edition, ownsText = nobody): string | undefined =>
  canonicalUrl(edition, '/rules', editions, ownsText);

test('the first language of the default host is canonical to itself', () => {
  expect(canonical(at('b.example', 'en'))).toBe('https://b.example/rules');
});

test('another edition is canonical to the dedicated open host, else to the default host', () => {
  expect(canonical(at('b.example', 'ru'))).toBe('https://ru.b.example/rules');
  expect(canonical(at('b.example', 'it'))).toBe('https://b.example/rules?lang=it');
  expect(canonical(at('old.b.example', 'it'))).toBe('https://b.example/rules?lang=it');
});

test('a host with a text of its own is canonical to itself and nobody’s target', () => {
  const ownsText: OwnsText = ({ host }) => host === 'ru.b.example';
  expect(canonical(at('ru.b.example', 'ru'), ownsText)).toBe('https://ru.b.example/rules');
  expect(canonical(at('b.example', 'ru'), ownsText)).toBe('https://b.example/rules?lang=ru');
  expect(alternates(at('ru.b.example', 'ru'), '/rules', editions, ownsText)).toEqual([]);
});

test('every open edition names the whole set, with x-default where the brand wants it', () => {
  const set = [
    { hreflang: 'en', href: 'https://b.example/' },
    { hreflang: 'ru', href: 'https://ru.b.example/' },
    { hreflang: 'it', href: 'https://b.example/?lang=it' },
    { hreflang: 'x-default', href: 'https://b.example/' },
  ];
  for (const edition of editions) {
    expect(alternates(edition, '/', editions, nobody)).toEqual(edition.closed ? [] : set);
  }
});

test('the language menu leads to the dedicated host, else to ?lang=', () => {
  const links = (edition: Edition): string[] => languageMenu(edition, editions, () => '/rules').map(({ href }) => href);
  expect(links(at('b.example', 'en'))).toEqual(['/rules', 'https://ru.b.example/rules', '/rules?lang=it']);
  expect(links(at('ru.b.example', 'ru'))).toEqual([
    'https://b.example/rules?lang=en',
    '/rules',
    'https://b.example/rules?lang=it',
  ]);
  expect(links(at('old.b.example', 'it'))).toEqual([
    'https://b.example/rules?lang=en',
    'https://ru.b.example/rules',
    '/rules',
  ]);
});

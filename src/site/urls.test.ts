import { expect, test } from 'vitest';

import { type Alternate, alternates, canonicalUrl } from './editions/alternates.ts';
import type { OwnsText } from './editions/canonical-edition.ts';
import type { Edition } from './editions/editions.ts';
import { languageMenu } from './editions/language-menu.ts';
import { parseHosts } from './editions/parse-hosts.ts';
import { linkTo } from './editions/urls.ts';
import { readSiteOptions, toSite } from './open-site.ts';

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
const parse = (facts: { hosts: object; xDefault?: boolean }): Edition[] =>
  toSite(readSiteOptions({}), parseHosts({ brands: { b: { ...brand, ...facts } } }, 'hosts.config.ts')).editions;
const editions = parse({ hosts, xDefault: true });
const at = (host: string, lang: string, among = editions): Edition =>
  among.find((edition) => edition.host === host && edition.lang === lang)!;

const ownsNone: OwnsText = () => false;
const canonical = (edition: Edition, ownsText = ownsNone): string | undefined =>
  canonicalUrl(edition, '/rules', editions, ownsText);

test('the first language of the default host is canonical to itself', () => {
  expect(canonical(at('b.example', 'en'))).toBe('https://b.example/rules');
});

test('another edition is canonical to the dedicated open host, else to the default host', () => {
  expect(canonical(at('b.example', 'ru'))).toBe('https://ru.b.example/rules');
  expect(canonical(at('b.example', 'it'))).toBe('https://b.example/rules?lang=it');
  expect(canonical(at('old.b.example', 'it'))).toBe('https://b.example/rules?lang=it');
});

test('a host with a text of its own is canonical to itself and no target of others', () => {
  const ownsText: OwnsText = ({ host }) => host === 'ru.b.example';
  expect(canonical(at('ru.b.example', 'ru'), ownsText)).toBe('https://ru.b.example/rules');
  expect(canonical(at('b.example', 'ru'), ownsText)).toBe('https://b.example/rules?lang=ru');
  expect(alternates(at('ru.b.example', 'ru'), '/rules', editions, ownsText)).toEqual([]);
});

test('every open edition names the whole set, with x-default where the brand sets it', () => {
  const set = [
    { hreflang: 'en', href: 'https://b.example/' },
    { hreflang: 'ru', href: 'https://ru.b.example/' },
    { hreflang: 'it', href: 'https://b.example/?lang=it' },
    { hreflang: 'x-default', href: 'https://b.example/' },
  ];
  for (const edition of editions) {
    expect(alternates(edition, '/', editions, ownsNone)).toEqual(edition.closed ? [] : set);
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
  expect(links(at('b.example', 'it'))).toEqual(['/rules?lang=en', 'https://ru.b.example/rules', '/rules?lang=it']);
});

test('the default host’s first language is in its own set where a dedicated host has that language', () => {
  const own = parse({
    hosts: { 'b.example': { languages: ['en', 'ru'] }, 'en.b.example': { languages: ['en'] } },
  });
  const set: Alternate[] = [
    { hreflang: 'en', href: 'https://en.b.example/' },
    { hreflang: 'ru', href: 'https://b.example/?lang=ru' },
    { hreflang: 'x-default', href: 'https://b.example/' },
  ];
  for (const edition of own) expect(alternates(edition, '/', own, ownsNone)).toEqual(set);
  expect(own.map((edition) => canonicalUrl(edition, '/', own, ownsNone))).toEqual([
    'https://b.example/',
    'https://b.example/?lang=ru',
    'https://en.b.example/',
  ]);
});

test('of several hosts with a language that neither the default nor a dedicated host has, the first is listed', () => {
  const own = parse({
    hosts: {
      'b.example': { languages: ['en'] },
      'one.example': { languages: ['fr', 'de'] },
      'two.example': { languages: ['de', 'fr'] },
    },
  });
  const canonicals = own.map((edition) => canonicalUrl(edition, '/', own, ownsNone));
  const [english, french, german] = ['https://b.example/', 'https://one.example/', 'https://one.example/?lang=de'];
  expect(canonicals).toEqual([english, french, german, german, french]);
  for (const edition of own)
    expect(alternates(edition, '/', own, ownsNone).map(({ href }) => href)).toEqual([english, french, german]);
});

test('the Q&A of a host of its own is canonical to that host’s English edition', () => {
  const own = parse({ hosts: { 'b.example': { languages: ['en'] }, 'c.example': { languages: ['de', 'en'] } } });
  const ownsText: OwnsText = ({ host }) => host === 'c.example';
  const qa = (host: string, lang: string): string | undefined =>
    canonicalUrl(at(host, lang, own), '/qa', own, ownsText, 'en');
  expect(qa('c.example', 'de')).toBe('https://c.example/qa?lang=en');
  expect(qa('c.example', 'en')).toBe('https://c.example/qa?lang=en');
  expect(qa('b.example', 'en')).toBe('https://b.example/qa');
});

test('no link leads from one closed language to another', () => {
  const own = parse({
    hosts: {
      'b.example': { languages: ['en', 'it'] },
      'shut.example': { languages: ['it', 'en', 'de'], closed: true },
    },
  });
  const links = languageMenu(at('shut.example', 'it', own), own, () => '/rules').map(({ href }) => href);
  expect(links).toEqual(['https://b.example/rules?lang=en', '/rules']);
  expect(canonicalUrl(at('shut.example', 'de', own), '/rules', own, ownsNone)).toBeUndefined();
});

test.each([
  ['/', '/?lang=ru'],
  ['/rules#rule-7', '/rules?lang=ru#rule-7'],
  ['/auth/restore?token=a#b', '/auth/restore?token=a&lang=ru#b'],
  ['/rules?lang=en', '/rules?lang=en'],
])('a link to %s keeps the language', (target, link) => {
  expect(linkTo(at('b.example', 'ru'), target)).toBe(link);
  expect(linkTo(at('b.example', 'en'), target)).toBe(target);
  expect(linkTo(at('ru.b.example', 'ru'), target)).toBe(target);
});

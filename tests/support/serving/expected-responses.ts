import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { speculationRules } from '../../../src/generator/files/speculation-rules.ts';
import { dist } from '../dist.ts';
import { SCRIPT, STATIC_FILE, STYLE } from '../site/dist-copies.ts';

type Row = [
  host: string,
  path: string,
  headers: Record<string, string>,
  status: number,
  /** Path below `dist/`, or where a permanent redirect leads. */
  file?: string,
  encoding?: 'br' | 'gzip',
];

export const RU = 'ru.amber.example';
export const MANY = 'amber.example';
const picture = readdirSync(join(dist, 'ru.amber.example/ru/_astro')).find((file) => file.endsWith('.avif'))!;

export const accepts = (coding: string): Record<string, string> => ({ 'Accept-Encoding': coding });

/** Requests and the response of every server: a file of `dist/`, a redirect, or a refusal. */
export const requests: Row[] = [
  [RU, '/', {}, 200, 'ru.amber.example/ru/index.html'],
  [RU, '/rules', {}, 200, 'ru.amber.example/ru/rules.html'],
  [RU, '/rules?utm=1', {}, 200, 'ru.amber.example/ru/rules.html'],
  [RU, '/rules?lang=de', {}, 200, 'ru.amber.example/ru/rules.html'],
  [RU, '/blog', {}, 200, 'ru.amber.example/ru/blog.html'],
  [RU, '/blog/first-conversation', {}, 200, 'ru.amber.example/ru/blog/first-conversation.html'],
  [RU, '/auth/registration/confirm', {}, 200, 'ru.amber.example/ru/auth/registration/confirm.html'],
  [RU, '/assets/i18n/ru.json', {}, 200, 'ru.amber.example/ru/assets/i18n/ru.json'],
  [RU, '/robots.txt', {}, 200, 'ru.amber.example/ru/robots.txt'],
  [RU, '/sitemap.xml', {}, 200, 'ru.amber.example/ru/sitemap.xml'],
  [RU, '/rules/feed.atom', {}, 200, 'ru.amber.example/ru/rules/feed.atom'],
  [RU, '/favicon.svg', {}, 200, 'ru.amber.example/ru/favicon.svg'],
  [RU, '/.well-known/security.txt', {}, 200, 'ru.amber.example/ru/.well-known/security.txt'],
  [RU, `/${speculationRules.file}`, {}, 200, `ru.amber.example/ru/${speculationRules.file}`],
  [RU, `/_astro/${picture}`, {}, 200, `ru.amber.example/ru/_astro/${picture}`],
  [RU, '/_astro/gone.1234.js', {}, 404],
  [RU, '/nope', {}, 302],
  [RU, '/nope.png', {}, 302],
  [RU, '/rules/', {}, 301, '/rules'],
  [RU, '/rules.html', {}, 302],
  [RU, '/index', {}, 302],
  [RU, '/404', {}, 302],
  [RU, '/blog/', {}, 301, '/blog'],
  [RU, '/auth', {}, 301, '/auth/registration'],
  [RU, '/auth/?lang=de&a=b', {}, 301, '/auth/registration?lang=de&a=b'],
  [RU, '/assets/i18n/de.json', {}, 302],
  ['nope.example', '/', {}, 421],
  [MANY, '/contacts', {}, 200, 'amber.example/en/contacts.html'],
  [MANY, '/contacts', { 'Accept-Language': 'xx, pt-BR;q=0.1, de' }, 200, 'amber.example/pt/contacts.html'],
  [MANY, '/contacts', { 'Accept-Language': 'DE-at, en' }, 200, 'amber.example/de/contacts.html'],
  [MANY, '/contacts', { 'Accept-Language': 'zz, *;q=0.5' }, 200, 'amber.example/en/contacts.html'],
  [MANY, '/contacts', { 'Accept-Language': 'de', Cookie: 'a=b; lang=uk' }, 200, 'amber.example/uk/contacts.html'],
  [MANY, '/contacts', { Cookie: 'lang=xx' }, 200, 'amber.example/en/contacts.html'],
  [MANY, '/contacts?lang=fr', { Cookie: 'lang=uk' }, 200, 'amber.example/fr/contacts.html'],
  [MANY, '/contacts?lang=xx', { Cookie: 'lang=uk' }, 200, 'amber.example/uk/contacts.html'],
  [MANY, '/robots.txt', { Cookie: 'lang=ru' }, 200, 'amber.example/en/robots.txt'],
  [MANY, '/sitemap.xml', { Cookie: 'lang=ru' }, 200, 'amber.example/en/sitemap.xml'],
  [MANY, '/assets/i18n/de.json', { Cookie: 'lang=ru' }, 200, 'amber.example/de/assets/i18n/de.json'],
  ['en.amber.example', '/', {}, 200, 'en.amber.example/en/index.html'],
  ['onyx.example', '/qa', { 'Accept-Language': 'ru' }, 200, 'onyx.example/ru/qa.html'],

  // A text is sent in an encoding that the client accepts. Other files have no compressed form.
  [RU, '/', accepts('gzip, deflate, br, zstd'), 200, 'ru.amber.example/ru/index.html', 'br'],
  [RU, '/rules', accepts('br'), 200, 'ru.amber.example/ru/rules.html', 'br'],
  [RU, '/rules', accepts('gzip'), 200, 'ru.amber.example/ru/rules.html', 'gzip'],
  [RU, '/rules', accepts('GZIP;q=1.0 , Br; q=0.5'), 200, 'ru.amber.example/ru/rules.html', 'br'],
  [RU, '/rules', accepts('br;q=0, gzip;q=0.5'), 200, 'ru.amber.example/ru/rules.html', 'gzip'],
  [RU, '/rules', accepts('br;q=0.000, gzip;q=0'), 200, 'ru.amber.example/ru/rules.html'],
  [RU, '/rules', accepts('*'), 200, 'ru.amber.example/ru/rules.html', 'br'],
  [RU, '/rules', accepts('*;q=0'), 200, 'ru.amber.example/ru/rules.html'],
  [RU, '/rules', accepts('identity'), 200, 'ru.amber.example/ru/rules.html'],
  [RU, '/rules', accepts('x-br, gzipped, deflate'), 200, 'ru.amber.example/ru/rules.html'],
  [RU, '/chat', accepts('br'), 200, 'ru.amber.example/ru/chat.html', 'br'],
  [RU, '/test', accepts('gzip'), 200, 'ru.amber.example/ru/test.html', 'gzip'],
  [RU, '/blog/first-conversation', accepts('br'), 200, 'ru.amber.example/ru/blog/first-conversation.html', 'br'],
  [RU, '/robots.txt', accepts('gzip'), 200, 'ru.amber.example/ru/robots.txt', 'gzip'],
  [RU, '/favicon.svg', accepts('br'), 200, 'ru.amber.example/ru/favicon.svg', 'br'],
  [RU, '/.well-known/gpc.json', accepts('br'), 200, 'ru.amber.example/ru/.well-known/gpc.json', 'br'],
  [RU, `/${speculationRules.file}`, accepts('gzip'), 200, `ru.amber.example/ru/${speculationRules.file}`, 'gzip'],
  [RU, `/${SCRIPT}`, accepts('br'), 200, `ru.amber.example/ru/${SCRIPT}`, 'br'],
  [RU, `/${STYLE}`, accepts('gzip'), 200, `ru.amber.example/ru/${STYLE}`, 'gzip'],
  [RU, `/${STYLE}`, {}, 200, `ru.amber.example/ru/${STYLE}`],
  [RU, `/${STATIC_FILE}`, accepts('br'), 200, `ru.amber.example/ru/${STATIC_FILE}`, 'br'],
  [RU, `/${STATIC_FILE}`, {}, 200, `ru.amber.example/ru/${STATIC_FILE}`],
  [RU, `/${STATIC_FILE}.br`, {}, 302],
  [RU, `/_astro/${picture}`, accepts('br, gzip'), 200, `ru.amber.example/ru/_astro/${picture}`],
  [RU, '/_astro/gone.1234.js', accepts('br'), 404],
  [RU, `/${SCRIPT}.br`, {}, 404],
  [RU, '/nope', accepts('br'), 302],
  [RU, '/nope.json', accepts('br'), 302],
  [RU, '/rules.html.br', {}, 302],
  [RU, '/rules.br', {}, 302],
  [RU, '/robots.txt.gz', accepts('gzip'), 302],
  [RU, '/.well-known/gpc.json.br', accepts('br'), 302],
  [RU, '/assets/i18n/ru.json.gz', {}, 302],
  ['nope.example', '/', accepts('br'), 421],
  [MANY, '/contacts?lang=fr', accepts('br'), 200, 'amber.example/fr/contacts.html', 'br'],
  [MANY, '/', { ...accepts('gzip'), Cookie: 'lang=pl' }, 200, 'amber.example/pl/index.html', 'gzip'],
  [
    MANY,
    '/assets/i18n/de.json',
    { ...accepts('br'), Cookie: 'lang=ru' },
    200,
    'amber.example/de/assets/i18n/de.json',
    'br',
  ],
  [MANY, '/sitemap.xml', { ...accepts('gzip'), Cookie: 'lang=ru' }, 200, 'amber.example/en/sitemap.xml', 'gzip'],
  [MANY, '/sitemap.xml.gz', {}, 302],
  [MANY, '/blog/feed.atom', { ...accepts('br'), Cookie: 'lang=de' }, 200, 'amber.example/de/blog/feed.atom', 'br'],
  [MANY, '/rules/feed.atom?lang=fr', {}, 200, 'amber.example/fr/rules/feed.atom'],
  [MANY, `/_astro/${picture}`, accepts('br'), 200, `amber.example/en/_astro/${picture}`],
];

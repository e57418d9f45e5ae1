import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { budgets } from '../scripts/audit/budgets.ts';
import { gradeHeaders } from '../scripts/audit/observatory.ts';
import { dist, editions, readFile } from './support/dist.ts';
import { testWith } from './support/programs.ts';
import { type Answer, type RunningServer, starters } from './support/servers.ts';

type Row = [host: string, path: string, headers: Record<string, string>, status: number, file?: string];

const RU = 'ru.velvet.example';
const MANY = 'velvet.example';
const asset = readdirSync(join(dist, 'ru.velvet.example/ru/_astro'))[0]!;

/** What every server answers: a file of `dist/`, or a redirect home, or a refusal. */
const requests: Row[] = [
  [RU, '/', {}, 200, 'ru.velvet.example/ru/index.html'],
  [RU, '/rules', {}, 200, 'ru.velvet.example/ru/rules.html'],
  [RU, '/rules?utm=1', {}, 200, 'ru.velvet.example/ru/rules.html'],
  [RU, '/rules?lang=de', {}, 200, 'ru.velvet.example/ru/rules.html'],
  [RU, '/blog', {}, 200, 'ru.velvet.example/ru/blog.html'],
  [RU, '/blog/first-conversation', {}, 200, 'ru.velvet.example/ru/blog/first-conversation.html'],
  [RU, '/auth/registration/confirm', {}, 200, 'ru.velvet.example/ru/auth/registration/confirm.html'],
  [RU, '/assets/i18n/ru.json', {}, 200, 'ru.velvet.example/ru/assets/i18n/ru.json'],
  [RU, '/robots.txt', {}, 200, 'ru.velvet.example/ru/robots.txt'],
  [RU, '/sitemap.xml', {}, 200, 'ru.velvet.example/ru/sitemap.xml'],
  [RU, '/favicon.svg', {}, 200, 'ru.velvet.example/ru/favicon.svg'],
  [RU, '/.well-known/security.txt', {}, 200, 'ru.velvet.example/ru/.well-known/security.txt'],
  [RU, '/speculation-rules.json', {}, 200, 'ru.velvet.example/ru/speculation-rules.json'],
  [RU, `/_astro/${asset}`, {}, 200],
  [RU, '/_astro/gone.1234.js', {}, 404],
  [RU, '/nope', {}, 302],
  [RU, '/nope.png', {}, 302],
  [RU, '/rules/', {}, 302],
  [RU, '/rules.html', {}, 302],
  [RU, '/index', {}, 302],
  [RU, '/404', {}, 302],
  [RU, '/_headers', {}, 302],
  [RU, '/blog/', {}, 302],
  [RU, '/auth', {}, 302],
  [RU, '/assets/i18n/de.json', {}, 302],
  ['nope.example', '/', {}, 421],
  [MANY, '/contacts', {}, 200, 'velvet.example/en/contacts.html'],
  [MANY, '/contacts', { 'Accept-Language': 'xx, pt-BR;q=0.1, de' }, 200, 'velvet.example/pt/contacts.html'],
  [MANY, '/contacts', { 'Accept-Language': 'DE-at, en' }, 200, 'velvet.example/de/contacts.html'],
  [MANY, '/contacts', { 'Accept-Language': 'zz, *;q=0.5' }, 200, 'velvet.example/en/contacts.html'],
  [MANY, '/contacts', { 'Accept-Language': 'de', Cookie: 'a=b; lang=uk' }, 200, 'velvet.example/uk/contacts.html'],
  [MANY, '/contacts', { Cookie: 'lang=xx' }, 200, 'velvet.example/en/contacts.html'],
  [MANY, '/contacts?lang=fr', { Cookie: 'lang=uk' }, 200, 'velvet.example/fr/contacts.html'],
  [MANY, '/contacts?lang=xx', { Cookie: 'lang=uk' }, 200, 'velvet.example/uk/contacts.html'],
  [MANY, '/robots.txt', { Cookie: 'lang=ru' }, 200, 'velvet.example/en/robots.txt'],
  [MANY, '/sitemap.xml', { Cookie: 'lang=ru' }, 200, 'velvet.example/en/sitemap.xml'],
  [MANY, '/assets/i18n/de.json', { Cookie: 'lang=ru' }, 200, 'velvet.example/de/assets/i18n/de.json'],
  ['en.velvet.example', '/', {}, 200, 'en.velvet.example/en/index.html'],
  ['satin.example', '/qa', { 'Accept-Language': 'ru' }, 200, 'satin.example/ru/qa.html'],
];

const SAME_HEADERS = [
  'content-type',
  'content-security-policy',
  'strict-transport-security',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'speculation-rules',
  'x-content-type-options',
  'cache-control',
  'vary',
  'set-cookie',
];

describe.each(['npm start', 'nginx', 'caddy'] as const)('%s', (name) => {
  const testServer = name === 'npm start' ? test : testWith(name);
  let server: RunningServer;
  let reference: RunningServer;

  beforeAll(async () => {
    reference = await starters['npm start'](dist);
    if (testServer !== test.skip) server = await starters[name](dist);
  });

  afterAll(async () => {
    await server?.stop();
    await reference.stop();
  });

  testServer.each(requests)('%s%s %j -> %i', async (host, path, headers, status, file) => {
    const answer = await server.ask(host, path, headers);
    expect(answer.status).toBe(status);
    if (status === 302) expect(answer.headers.location).toBe('/');
    if (status !== 200) return;
    const expected = await reference.ask(host, path, headers);
    const pick = (from: Answer) => Object.fromEntries(SAME_HEADERS.map((header) => [header, from.headers[header]]));
    expect(pick(answer)).toEqual(pick(expected));
    if (!file) return;
    const edition = editions.find(({ host: own, lang }) => file.startsWith(`${own}/${lang}/`))!;
    expect(answer.body).toBe(readFile(edition, file.slice(`${edition.host}/${edition.lang}/`.length)));
  });

  testServer.each([
    '/../../publish/manifest.json',
    '/%2e%2e/%2e%2e/publish/manifest.json',
    '/..%2f..%2fpublish/manifest.json',
  ])('does not leave its folder for %s', async (path) => {
    expect([302, 400]).toContain((await server.ask(RU, path)).status);
  });

  testServer('refuses to be written to', async () => {
    expect((await server.ask(RU, '/rules', {}, 'POST')).status).toBe(405);
  });

  testServer('has headers of the best grade on every host', async () => {
    for (const host of new Set(editions.map((edition) => edition.host))) {
      const { headers, body } = await server.ask(host, '/');
      const { grade, score } = gradeHeaders(host, headers, body);
      expect({ grade, score }, host).toEqual(budgets.observatory);
    }
  });
});

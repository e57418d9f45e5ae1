import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { SERVER_CONFIGS } from '../../../src/output/cdn-config/server-configs.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { surrogateKeysFor } from '../../../src/output/surrogate-keys.ts';
import { testWith } from '../../support/programs.ts';
import { type RunningServer, starters } from '../../support/serving/server-starters.ts';
import { publish } from '../../support/site/dist-copies.ts';
import { smallDist } from '../../support/site/small-dist.ts';

/** Header by host. The last host has none. */
const HEADERS = { 'one.example': 'Cache-Tag', 'several.example': 'Surrogate-Key' } as const;

/** Keys of the answers to requests for a path, with an Accept-Language of `de`. */
const ANSWERS: [host: string, path: string, keys: string | undefined][] = [
  ['one.example', '/', 'en@one.example,one.example/,en/'],
  ['one.example', '/rules', 'en@one.example,one.example/rules,en/rules'],
  ['one.example', '/blog/first', 'en@one.example,one.example/blog/first,en/blog/first'],
  ['one.example', '/favicon.svg', 'en@one.example,one.example/favicon.svg,en/favicon.svg'],
  ['one.example', '/robots.txt?x', 'en@one.example,one.example/robots.txt,en/robots.txt'],
  ['one.example', '/not-yet', 'en@one.example,one.example/not-yet,en/not-yet'],
  ['one.example', '/_astro/nope.js', 'en@one.example,one.example/_astro/nope.js,en/_astro/nope.js'],
  ['one.example', '/index-of', 'en@one.example,one.example/index-of,en/index-of'],
  ['one.example', '/a%0aSet-Cookie:b', undefined],
  ['one.example', `/${'a'.repeat(201)}`, undefined],
  ['several.example', '/', 'de@several.example several.example/ de/'],
  ['several.example', '/rules?lang=en', 'en@several.example several.example/rules en/rules'],
  [
    'several.example',
    '/.well-known/security.txt',
    'en@several.example several.example/.well-known/security.txt en/.well-known/security.txt',
  ],
  [
    'several.example',
    '/assets/i18n/en.json',
    'en@several.example several.example/assets/i18n/en.json en/assets/i18n/en.json',
  ],
  ['plain.example', '/rules', undefined],
];

let site: string;
beforeAll(() => {
  site = smallDist({ 'one.example': ['en'], 'several.example': ['en', 'de'], 'plain.example': ['en'] });
  const manifest = readManifest(site);
  const editions = manifest.editions.map((edition) => ({
    ...edition,
    ...(edition.host in HEADERS && { surrogateKeys: HEADERS[edition.host as keyof typeof HEADERS] }),
  }));
  publish(site, { ...manifest, editions });
});
afterAll(() => rmSync(site, { recursive: true }));

describe.each(['npm start', 'nginx', 'caddy'] as const)('%s', (name) => {
  const testServer = name === 'npm start' ? test : testWith(name);

  testServer('sends the keys of each answer in the header that the brand names', async () => {
    const server: RunningServer = await starters[name](site);
    const seen: typeof ANSWERS = [];
    for (const [host, path] of ANSWERS) {
      const { headers } = await server.ask(host, path, { 'Accept-Language': 'de', 'Accept-Encoding': 'br' });
      const sent = ['cache-tag', 'surrogate-key'].filter((header) => header in headers);
      const wanted = HEADERS[host as keyof typeof HEADERS]?.toLowerCase();
      expect(
        sent.filter((header) => header !== wanted || !headers[header]),
        `${host}${path}`,
      ).toEqual([]);
      seen.push([host, path, headers[sent[0]!]]);
    }
    await server.stop();
    expect(seen).toEqual(ANSWERS);
  });
});

test('the keys of the longest host, language and path fit the header of every CDN', () => {
  const host = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
  const keys = surrogateKeysFor({ host, lang: 'x'.repeat(35), surrogateKeys: 'Cache-Tag' }, `/${'e'.repeat(200)}`);
  for (const key of keys['Cache-Tag']!.split(',')) expect(key.length).toBeLessThanOrEqual(1024);
});

test('nginx and Caddy are configured as before where no brand asks for keys', () => {
  const plain = smallDist({ 'plain.example': ['en'] });
  const configs = SERVER_CONFIGS.map((file) => readFileSync(join(plain, file), 'utf8'));
  rmSync(plain, { recursive: true });
  for (const config of configs) expect(config).not.toMatch(/key_path|Cache-Tag|Surrogate-Key/);
});

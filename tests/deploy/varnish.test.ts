import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { listenOnFreePort } from '../../scripts/lib/listen/listen-on-free-port.ts';
import type { PurgeRequest } from '../../src/deploy/purger.ts';
import { varnishPurger, varnishSchema } from '../../src/deploy/purgers/varnish.ts';
import { readManifest } from '../../src/output/manifest.ts';
import { languageInQuery, negotiate } from '../../src/output/requests/negotiate.ts';
import { staticListener } from '../../src/server/static-listener.ts';
import { startVarnish } from '../support/deploy/start-varnish.ts';
import { testWith } from '../support/programs.ts';
import { publish } from '../support/site/dist-copies.ts';
import { smallDist } from '../support/site/small-dist.ts';

const VISITS: [host: string, path: string][] = [
  ['one.example', '/'],
  ['one.example', '/rules'],
  ['one.example', '/favicon.svg'],
  ['one.example', '/not-yet'],
  ['two.example', '/rules'],
  ['several.example', '/rules?lang=en'],
  ['several.example', '/rules?lang=de'],
  ['several.example', '/contacts?lang=de'],
];

const NOTHING: PurgeRequest = { urls: [], editions: [], isEverything: false };
const signal = new AbortController().signal;
const testVarnish = testWith('varnishd');

let site: string;
let varnish: Awaited<ReturnType<typeof startVarnish>>;
let closeOrigin: () => void;
/** Requests that reached the server behind Varnish. */
let fetched: string[] = [];

beforeAll(async () => {
  site = smallDist({ 'one.example': ['en'], 'two.example': ['en'], 'several.example': ['en', 'de'] });
  const manifest = readManifest(site);
  const editions = manifest.editions.map((edition) => ({ ...edition, surrogateKeys: 'Surrogate-Key' as const }));
  publish(site, { ...manifest, editions });
  const listener = staticListener(site);
  const origin = await listenOnFreePort((incoming, response) => {
    fetched.push(`${incoming.headers.host}${incoming.url}`);
    listener(incoming, response);
  });
  closeOrigin = origin.close;
  varnish = await startVarnish(origin.port, site);
});
afterAll(async () => {
  await varnish.stop();
  closeOrigin();
  rmSync(site, { recursive: true });
});
beforeEach(async () => {
  await purge({ ...NOTHING, isEverything: true });
  expect(await visitAll()).toEqual(named(VISITS));
  expect(await visitAll()).toEqual([]);
});

testVarnish('a purge removes exactly its URLs', async () => {
  await purge({ ...NOTHING, urls: ['https://one.example/rules', 'https://several.example/rules?lang=de'] });
  expect(await visitAll()).toEqual(['one.example/rules', 'several.example/rules?lang=de']);
});

testVarnish('an edition is banned by its key, and an added page replaces the redirect', async () => {
  const edition = { host: 'several.example', lang: 'de', root: 'several.example/de', urls: [] };
  await purge({ ...NOTHING, urls: ['https://one.example/not-yet'], editions: [edition] });
  const expected = ['one.example/not-yet', 'several.example/rules?lang=de', 'several.example/contacts?lang=de'];
  expect(await visitAll()).toEqual(expected);
});

testVarnish('without keys the host of an edition is banned whole', async () => {
  const edition = { host: 'one.example', lang: 'en', root: 'one.example/en', urls: [] };
  await purge({ ...NOTHING, editions: [edition] }, false);
  expect(await visitAll()).toEqual(named(VISITS.filter(([host]) => host === 'one.example')));
});

testVarnish('visitors get compressed answers in their language, without keys', async () => {
  const headers = { 'Accept-Encoding': 'gzip, br', Cookie: 'other=1; lang=de; more=2', 'Accept-Language': 'en' };
  const answer = await visit('several.example', '/rules?utm=1', 'GET', headers);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
  expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(['surrogate-key']));
  expect(Object.keys(answer.headers).filter((name) => /^x-(host|keys|varnish)$|surrogate|^via$/.test(name))).toEqual(
    [],
  );
  expect(
    (await visit('one.example', '/', 'GET', { 'Accept-Encoding': 'br;q=0, gzip' })).headers['content-encoding'],
  ).toBe('gzip');
});

const ranges = fc
  .tuple(fc.constantFrom('en', 'de', 'DE-at', 'fr', 'zh-Hant-TW', '*', 'x'), fc.constantFrom('', ';q=0.3', '; q=0'))
  .map((parts) => parts.join(''));
const visitors = fc.record({
  acceptLanguage: fc.array(ranges, { minLength: 1, maxLength: 5 }).map((list) => list.join(', ')),
  cookies: fc
    .tuple(fc.constantFrom('a=1; lang=de', 'lang=xx', 'xlang=de', 'lang=en;b=2'), fc.nat())
    .map((parts) => parts.join('; n=')),
  search: fc.oneof(
    fc.constantFrom('', 'lang=de', 'x=1&lang=en&lang=de'),
    fc.nat().map((id) => `lang=${id}&utm=${id}`),
  ),
});

testVarnish(
  'no list of languages, cookie or query makes a further answer, and each visitor gets their language',
  async () => {
    const editions = ['en', 'de'].map((lang) => ({ lang }));
    await purge({ ...NOTHING, isEverything: true });
    fetched = [];
    const wrong: string[] = [];
    for (const visitor of fc.sample(visitors, { seed: 16, numRuns: 500 })) {
      const { acceptLanguage, cookies, search } = visitor;
      const headers = { 'Accept-Language': acceptLanguage, Cookie: cookies };
      const { body } = await visit('several.example', `/rules?${search}`, 'GET', headers);
      const { lang } = negotiate(editions, { query: languageInQuery(editions, search), cookies, acceptLanguage });
      if (!body.includes(`lang="${lang}"`)) wrong.push(`${JSON.stringify(visitor)}: not in ${lang}`);
    }
    expect(wrong).toEqual([]);
    const rules = 'several.example/rules';
    expect(fetched.toSorted()).toEqual([rules, rules, `${rules}?lang=de`, `${rules}?lang=en`]);
  },
);

testVarnish.each(['PURGE', 'BAN'])('refuses %s from behind a proxy', async (method) => {
  const forwarded = { 'X-Forwarded-For': '203.0.113.9', 'X-Ban-Hosts': '.' };
  expect((await visit('one.example', '/', method, forwarded)).status).toBe(403);
  expect(await visitAll()).toEqual([]);
});

testVarnish('a Varnish with another VCL is named', async () => {
  const other = await listenOnFreePort((_, response) => response.writeHead(405).end());
  const purger = varnishPurger(varnishSchema.parse({ type: 'varnish', servers: [`http://127.0.0.1:${other.port}`] }));
  await expect(purger.purge({ ...NOTHING, urls: ['https://one.example/'] }, signal, 'id')).rejects.toThrow(
    `PURGE http://127.0.0.1:${other.port}/ was answered 405. Load deploy/varnish.vcl there.`,
  );
  other.close();
});

const purge = (purgeRequest: PurgeRequest, keys = true): Promise<void> =>
  varnishPurger(varnishSchema.parse({ type: 'varnish', servers: [`http://127.0.0.1:${varnish.port}`], keys })).purge(
    purgeRequest,
    signal,
    'id',
  );

/** @returns visits that were no hits */
async function visitAll(): Promise<string[]> {
  fetched = [];
  for (const [host, path] of VISITS) await visit(host, path);
  return fetched;
}

const named = (visits: typeof VISITS): string[] => visits.map(([host, path]) => `${host}${path}`);

const visit = (host: string, path: string, method = 'GET', headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((done, fail) => {
    const target = { host: '127.0.0.1', port: varnish.port, path, method, agent: false as const };
    request({ ...target, headers: { Host: host, ...headers } }, (response) => {
      void text(response).then((body) => done({ status: response.statusCode!, headers: response.headers, body }));
    })
      .once('error', fail)
      .end();
  });

import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { budgets } from '../../../scripts/audit/budgets.ts';
import { gradeHeaders } from '../../../scripts/audit/observatory.ts';
import { isText } from '../../../src/output/content-encodings.ts';
import { editions } from '../../support/dist.ts';
import { testWith } from '../../support/programs.ts';
import { accepts, MANY, requests, RU } from '../../support/serving/expected-responses.ts';
import { type Answer, decode, type RunningServer, starters } from '../../support/serving/server-starters.ts';
import { hashOf, renamed, siteWithScript, uncompressed } from '../../support/site/dist-copies.ts';

const SAME_HEADERS = [
  'location',
  'content-encoding',
  'content-security-policy',
  'strict-transport-security',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'speculation-rules',
  'x-content-type-options',
  'cache-control',
  'set-cookie',
];

/** Headers of a proxy that ends TLS. */
const HTTPS = { 'X-Forwarded-Proto': 'https' };

let site: string;
let plainSite: string;

beforeAll(() => {
  site = siteWithScript(`${RU}/ru`);
  plainSite = uncompressed(site);
});

afterAll(() => {
  for (const folder of [site, plainSite]) rmSync(folder, { recursive: true });
});

describe.each(['npm start', 'nginx', 'caddy'] as const)('%s', (name) => {
  const testServer = name === 'npm start' ? test : testWith(name);
  let server: RunningServer;
  let reference: RunningServer;

  beforeAll(async () => {
    reference = await starters['npm start'](site);
    if (testServer !== test.skip) server = await starters[name](site);
  });

  afterAll(async () => {
    await server?.stop();
    await reference.stop();
  });

  testServer.each(requests)('%s%s %j -> %i', async (host, path, headers, status, file, encoding) => {
    const answer = await server.ask(host, path, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['location']).toBe(status === 302 ? '/' : status === 301 ? file : undefined);
    if (status === 421) return;
    expect(varyOf(answer)).toEqual(wantedVary(host, file));
    const expected = await reference.ask(host, path, headers);
    const pick = (from: Answer) => Object.fromEntries(SAME_HEADERS.map((header) => [header, from.headers[header]]));
    expect(pick(answer)).toEqual(pick(expected));
    if (status !== 200) return;
    expect(answer.headers['content-type']).toBe(expected.headers['content-type']);
    expect(hashOf(decode(answer))).toBe(hashOf(readFileSync(join(site, file!))));
  });

  testServer.each(['br', 'gzip', 'identity'])('answers 304 for a page that a browser has as %s', async (coding) => {
    const first = await server.ask(MANY, '/contacts', accepts(coding));
    const headers = { ...accepts(coding), 'If-None-Match': first.headers['etag']! };
    const again = await server.ask(MANY, '/contacts', headers);
    expect([again.status, again.body.length, again.headers['content-encoding']]).toEqual([304, 0, undefined]);
    expect(varyOf(again)).toEqual(varyOf(first));
    for (const header of ['etag', 'cache-control', 'content-security-policy'])
      expect(again.headers[header]).toBe(first.headers[header]);
    const other = await server.ask(MANY, '/contacts', { ...headers, ...accepts(coding === 'br' ? 'gzip' : 'br') });
    expect(other.status).toBe(200);
    expect(other.headers['etag']).not.toBe(first.headers['etag']);
  });

  testServer.each(['br', 'gzip', 'identity'])('answers HEAD as it answers GET, as %s', async (coding) => {
    const get = await server.ask(RU, '/rules', accepts(coding));
    const head = await server.ask(RU, '/rules', accepts(coding), 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    // Caddy sends compressed files in chunks, without a length.
    const { date: _, 'transfer-encoding': _chunked, ...same } = get.headers;
    expect(head.headers).toMatchObject(same);
  });

  testServer('answers a range request with a part of the file, or the whole', async () => {
    const whole = await server.ask(RU, '/rules', accepts('br'));
    const part = await server.ask(RU, '/rules', { ...accepts('br'), Range: 'bytes=10-19' });
    expect(part.headers['content-encoding']).toBe('br');
    expect(part.headers['etag']).toBe(whole.headers['etag']);
    expect([206, 200]).toContain(part.status);
    expect(part.body).toEqual(part.status === 206 ? whole.body.subarray(10, 20) : whole.body);
  });

  testServer.each([
    '/../../publish/manifest.json',
    '/%2e%2e/%2e%2e/publish/manifest.json',
    '/..%2f..%2fpublish/manifest.json',
  ])('does not leave its folder for %s', async (path) => {
    expect([302, 400]).toContain((await server.ask(RU, path)).status);
  });

  testServer('refuses methods that write', async () => {
    const { status, headers } = await server.ask(RU, '/rules', accepts('br'), 'POST');
    expect([status, headers['content-encoding']]).toEqual([405, undefined]);
  });

  testServer('has headers of the best grade on every host', async () => {
    for (const host of new Set(editions.map((edition) => edition.host))) {
      const { headers, body } = await server.ask(host, '/', HTTPS);
      const { grade, score } = gradeHeaders(host, headers, body.toString());
      expect({ grade, score }, host).toEqual(budgets.observatory);
    }
  });

  testServer('has browsers keep to HTTPS in answers over HTTPS only, and of its hosts only', async () => {
    const sent = async (host: string, headers = {}): Promise<string | undefined> =>
      (await server.ask(host, '/', headers)).headers['strict-transport-security'];
    expect([await sent(RU), await sent(RU, HTTPS), await sent('nope.example', HTTPS)]).toEqual([
      undefined,
      'max-age=2592000',
      undefined,
    ]);
  });

  testServer('answers 503 where the folder of an edition is gone, and never leads from / to /', async () => {
    const [folder, away] = [join(site, RU), join(site, 'away')];
    renameSync(folder, away);
    const statuses = await Promise.all(['/', '/?lang=ru'].map(async (path) => (await server.ask(RU, path)).status));
    renameSync(away, folder);
    expect(statuses).toEqual([503, 503]);
    expect((await server.ask(RU, '/')).status).toBe(200);
  });

  testServer('serves a build without compressed files too', async () => {
    const plain = await starters[name](plainSite);
    for (const [host, path, headers, status, file] of requests) {
      const answer = await plain.ask(host, path, { ...accepts('br, gzip'), ...headers });
      const where = `${host}${path}`;
      expect(answer.status, where).toBe(status);
      expect(answer.headers['content-encoding'], where).toBeUndefined();
      expect(varyOf(answer), where).not.toContain('accept-encoding');
      if (status === 200) expect(hashOf(answer.body), where).toBe(hashOf(readFileSync(join(site, file!))));
    }
    await plain.stop();
  });

  testServer('distinguishes hosts with long and similar names', async () => {
    const hosts = ['chat-in-many.languages-and-a-long-name.example', 'chat.in-many.languages-and-a-long-name.example'];
    const renamedSite = renamed(site, { [MANY]: hosts[0]!, 'onyx.example': hosts[1]! });
    const other = await starters[name](renamedSite);
    for (const host of hosts) {
      const answer = await other.ask(host, '/contacts', { 'Accept-Language': 'ru' });
      expect(hashOf(answer.body), host).toBe(hashOf(readFileSync(join(renamedSite, host, 'ru/contacts.html'))));
    }
    await other.stop();
    rmSync(renamedSite, { recursive: true });
  });
});

/** The headers of a request that an answer depends on. */
const varyOf = ({ headers }: Answer): string[] =>
  (headers['vary'] ?? '').toLowerCase().split(/, ?/).filter(Boolean).toSorted();

const wantedVary = (host: string, file = ''): string[] => [
  ...(isText(file) ? ['accept-encoding'] : []),
  ...(editions.filter((edition) => edition.host === host).length > 1 ? ['accept-language', 'cookie'] : []),
];

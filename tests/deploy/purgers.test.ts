import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import type { PurgedEdition, Purger, PurgeRequest } from '../../src/deploy/purger.ts';
import { cloudflarePurger, cloudflareSchema } from '../../src/deploy/purgers/cloudflare.ts';
import { fastlyPurger, fastlySchema } from '../../src/deploy/purgers/fastly.ts';
import { Credentials } from '../../src/deploy/requests/credentials.ts';
import { type PurgeApi, startCloudflareApi, startFastlyApi, TOKEN } from '../support/deploy/purge-apis.ts';

const credentials = new Credentials(process.env);

const ZONES = { 'amber.example': 'a'.repeat(32), 'onyx.example': 'b'.repeat(32) };

/** One changed rule of 38 pages: on 30 hosts with a language, and on one with eight. */
const RULE = [
  ...Array.from({ length: 30 }, (_, index) => `https://h${index}.amber.example/rules`),
  ...['en', 'ru', 'uk', 'de', 'es', 'fr', 'pl', 'pt'].map((lang) => `https://amber.example/rules?lang=${lang}`),
];

const EDITION: PurgedEdition = {
  host: 'ru.amber.example',
  lang: 'ru',
  root: 'ru.amber.example/ru',
  urls: ['https://ru.amber.example/', 'https://ru.amber.example/rules'],
};

const NOTHING: PurgeRequest = { urls: [], editions: [], isEverything: false };

interface Cdn {
  start: () => Promise<PurgeApi>;
  /** @param hasKeys whether answers carry surrogate keys */
  purger: (api: string, hasKeys: boolean) => Purger;
  /** Items that purge a URL, with and without surrogate keys. */
  urlItem: (url: string, hasKeys: boolean) => string;
  /** Items for {@link EDITION}, with and without surrogate keys. */
  edition: [withKeys: string[], without: string[]];
  everything: string[];
  /** Calls for {@link RULE}, with and without surrogate keys. */
  callsForRule: [withKeys: number, without: number];
}

const cdns: Record<string, Cdn> = {
  Cloudflare: {
    start: () =>
      startCloudflareApi({ [ZONES['amber.example']]: 'amber.example', [ZONES['onyx.example']]: 'onyx.example' }),
    purger: (api, tags) =>
      cloudflarePurger(cloudflareSchema.parse({ type: 'cloudflare', zones: ZONES, tags, api }), credentials),
    urlItem: (url) => url,
    edition: [['tags: ru@ru.amber.example'], EDITION.urls],
    everything: ['everything of amber.example', 'everything of onyx.example'],
    callsForRule: [1, 1],
  },
  Fastly: {
    start: () => startFastlyApi('SU1Z0isxPaozGVKXdv0eY'),
    purger: (api, keys) =>
      fastlyPurger(fastlySchema.parse({ type: 'fastly', service: 'SU1Z0isxPaozGVKXdv0eY', keys, api }), credentials),
    urlItem: (url, hasKeys) => (hasKeys ? `soft key ${new URL(url).host}${new URL(url).pathname}` : `soft ${url}`),
    edition: [['soft key ru@ru.amber.example'], EDITION.urls.map((url) => `soft ${url}`)],
    everything: ['everything'],
    callsForRule: [1, 38],
  },
};

beforeEach(() => {
  for (const name of ['CLOUDFLARE_API_TOKEN', 'FASTLY_API_TOKEN']) vi.stubEnv(name, TOKEN);
  return () => vi.unstubAllEnvs();
});

describe.each(Object.entries(cdns))('%s', (name, { start, purger, urlItem, edition, everything, callsForRule }) => {
  const startApi = async (): Promise<PurgeApi> => {
    const api = await start();
    onTestFinished(api.close);
    return api;
  };

  test.each([true, false])(
    'purges exactly the changed URLs, in the calls that it announced (keys: %s)',
    async (hasKeys) => {
      const api = await startApi();
      const cdn = purger(api.origin, hasKeys);
      const request = { ...NOTHING, urls: RULE };
      const cost = cdn.describe(request);
      expect(api.calls).toEqual([]);
      await cdn.purge(request, signal(), 'id');
      expect(new Set(api.purged)).toEqual(new Set(RULE.map((url) => urlItem(url, hasKeys))));
      expect([api.calls.length, cost.calls, cost.seconds]).toEqual([
        ...Array(2).fill(callsForRule[hasKeys ? 0 : 1]),
        0,
      ]);
      expect(cost.note).toContain(name);
    },
  );

  test.each([true, false])('purges an edition whose headers changed (keys: %s)', async (hasKeys) => {
    const api = await startApi();
    const cdn = purger(api.origin, hasKeys);
    await cdn.purge({ ...NOTHING, editions: [EDITION] }, signal(), 'id');
    expect(api.purged).toEqual(edition[hasKeys ? 0 : 1]);
  });

  test('purges everything where nothing is known of the cache', async () => {
    const api = await startApi();
    await purger(api.origin, true).purge({ ...NOTHING, isEverything: true }, signal(), 'id');
    expect(api.purged).toEqual(everything);
  });

  test('does not call for a request without URLs', async () => {
    const api = await startApi();
    const cdn = purger(api.origin, true);
    expect(cdn.describe(NOTHING)).toMatchObject({ calls: 0, seconds: 0 });
    await cdn.purge(NOTHING, signal(), 'id');
    expect(api.calls).toEqual([]);
  });

  test('purges the home page of a host alone', async () => {
    const api = await startApi();
    await purger(api.origin, false).purge({ ...NOTHING, urls: ['https://amber.example/'] }, signal(), 'id');
    expect(api.purged).toEqual([urlItem('https://amber.example/', false)]);
  });

  test('repeats a call after a limit, an error of the server and a broken connection', async () => {
    const api = await startApi();
    api.failures.push({ status: 429, body: 'slower', headers: { 'Retry-After': '0' } }, 'reset');
    api.failures.push({ status: 503, body: '<html>', headers: { 'Retry-After': '0' } });
    await purger(api.origin, true).purge({ ...NOTHING, urls: ['https://amber.example/qa'] }, signal(), 'id');
    expect(api.purged).toEqual([urlItem('https://amber.example/qa', true)]);
    expect(api.failures).toEqual([]);
  });

  test('a network that breaks every fifth call leaves out no URL', async () => {
    const api = await startApi();
    api.breakEvery = 5;
    const paths = Array.from({ length: 12 }, (_, index) => `https://amber.example/page-${index}`);
    for (const url of paths) await purger(api.origin, true).purge({ ...NOTHING, urls: [url] }, signal(), 'id');
    expect(new Set(api.purged)).toEqual(new Set(paths.map((url) => urlItem(url, true))));
  });

  test('a refused token ends the purge at once, and no message shows it', async () => {
    const api = await startApi();
    const wrong = 'wrong-token-of-the-environment';
    for (const variable of ['CLOUDFLARE_API_TOKEN', 'FASTLY_API_TOKEN']) vi.stubEnv(variable, wrong);
    const error: unknown = await purger(api.origin, true)
      .purge({ ...NOTHING, urls: ['https://amber.example/qa'] }, signal(), 'id')
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/was answered 40[13]: /);
    expect(String(error)).not.toContain(wrong);
    expect(api.calls.length).toBe(1);
  });

  test('a missing token is named before anything is sent', () => {
    vi.unstubAllEnvs();
    expect(() => purger('http://127.0.0.1:9', true)).toThrow(
      /The environment has no [A-Z_]+\. Set it to a token with /,
    );
  });
});

test('a purge of 9,900 URLs of Cloudflare announces the seconds that its limit takes', () => {
  const urls = Array.from({ length: 9900 }, (_, index) => `https://h${index % 300}.amber.example/page-${index}`);
  const cost = cdns['Cloudflare']!.purger('http://127.0.0.1:9', true).describe({ ...NOTHING, urls });
  expect(cost).toMatchObject({ calls: 99, seconds: Math.ceil((9900 - 800) / 800) });
});

test('a changed header of 300 hosts is three calls to Cloudflare, and two to Fastly', () => {
  const editions = Array.from({ length: 300 }, (_, index): PurgedEdition => {
    const host = `h${index}.amber.example`;
    const urls = Array.from({ length: 33 }, (_page, page) => `https://${host}/page-${page}`);
    return { host, lang: 'en', root: `${host}/en`, urls };
  });
  for (const [name, calls] of [
    ['Cloudflare', 3],
    ['Fastly', 2],
  ] as const)
    expect(cdns[name]!.purger('http://127.0.0.1:9', true).describe({ ...NOTHING, editions }).calls).toBe(calls);
  expect(cdns['Cloudflare']!.purger('http://127.0.0.1:9', false).describe({ ...NOTHING, editions })).toEqual({
    calls: 3,
    seconds: 0,
    note: 'Cloudflare purges 300 whole hosts; no charge.',
  });
});

test('a host without a zone of Cloudflare is named before anything is sent', () => {
  const request = { ...NOTHING, urls: ['https://other.example/', 'https://amber.example/'] };
  expect(() => cdns['Cloudflare']!.purger('http://127.0.0.1:9', true).describe(request)).toThrow(
    'No zone of Cloudflare is configured for other.example.',
  );
});

test('a wait for a limit can be ended', async () => {
  const editions = Array.from({ length: 2600 }, (_, index) => ({ ...EDITION, lang: `x${index}` }));
  const api = await cdns['Cloudflare']!.start();
  onTestFinished(api.close);
  const ending = new AbortController();
  const purging = cdns['Cloudflare']!.purger(api.origin, true).purge({ ...NOTHING, editions }, ending.signal, 'id');
  await expect.poll(() => api.calls.length).toBe(25);
  ending.abort();
  await expect(purging).rejects.toThrow();
  expect(api.calls.length).toBe(25);
});

const signal = (): AbortSignal => new AbortController().signal;

import { rmSync } from 'node:fs';
import { request } from 'node:http';

import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { redirectsFile } from '../../src/build/files/netlify-redirects.ts';
import { deploy, type DeployRequest } from '../../src/deploy/deploy.ts';
import { netlifySchema, netlifyTarget } from '../../src/deploy/targets/netlify/netlify-target.ts';
import { readManifest } from '../../src/output/manifest.ts';
import { changeDist } from '../support/deploy/change-dist.ts';
import { type NetlifyStandIn, startNetlify } from '../support/deploy/netlify-api.ts';
import { TOKEN } from '../support/deploy/purge-apis.ts';
import { smallDist } from '../support/site/small-dist.ts';

const SITES = { 'one.test': 'site-one', 'two.test': 'site-two' };
const STATE = 'site-state';
const RULES = 'one.test/en/rules.html';
const OLD_SCRIPT = '/_astro/island.1a2b3c.js';
const NEW_SCRIPT = '/_astro/island.9f8e7d.js';

const plain = smallDist({ 'one.test': ['en'], 'two.test': ['en'] });
const first = changeDist(plain, { 'two.test/en/_redirects': redirectsFile });
const second = changeDist(first, {
  [RULES]: `<html><script src="${NEW_SCRIPT}"></script>Second.</html>`,
  [`one.test/en${OLD_SCRIPT}`]: undefined,
  [`one.test/en${NEW_SCRIPT}`]: '/* second */',
});
const third = changeDist(second, { [RULES]: '<html>Third.</html>', 'two.test/en/rules.html': '<html>Third.</html>' });
const several = smallDist({ 'one.test': ['en', 'de'], 'two.test': ['en'] });

beforeEach(() => {
  vi.stubEnv('NETLIFY_AUTH_TOKEN', TOKEN);
  return () => vi.unstubAllEnvs();
});
afterAll(() => [plain, first, second, third, several].forEach((dist) => rmSync(dist, { recursive: true })));

test('deploys changed editions only, with the files that Netlify does not have', async () => {
  const netlify = await start();
  await run(netlify, first);
  netlify.calls.splice(0);
  const said = await run(netlify, second);
  expect(said).toContain('Netlify takes 600 deploys a minute and 100 a day: at most 2 deploys, 0 min.');
  expect(said).toContain('Pages change one after the other');
  const uploads = netlify.calls
    .filter((call) => call.startsWith('PUT /deploys/'))
    .map((call) => call.replace(/.*?files/, ''));
  expect(uploads.toSorted()).toEqual([NEW_SCRIPT, '/manifest.json', '/rules.html'].toSorted());
  expect(netlify.calls.filter((call) => call.endsWith('/restore')).length).toBe(2);
  expect((await visit(netlify, 'one.test', '/rules')).body).toContain('Second.');
  // Pages of the generation before that are open request it.
  expect((await visit(netlify, 'one.test', OLD_SCRIPT)).status).toBe(200);
  expect(Object.keys(netlify.published('site-one')!.files).filter((file) => /\.(br|gz)$/.test(file))).toEqual([]);
});

test('serves what _headers and _redirects of the edition say', async () => {
  const netlify = await start();
  await run(netlify, first);
  expect(await visit(netlify, 'two.test', '/')).toMatchObject({ status: 200, headers: { 'x-test': '1' } });
  expect(await visit(netlify, 'two.test', '/nope')).toMatchObject({ status: 302, headers: { location: '/' } });
  expect((await visit(netlify, 'two.test', '/_astro/nope.js')).status).toBe(404);
  expect((await visit(netlify, 'two.test', '/_headers')).status).toBe(302);
});

test('a deployment of the served build creates and publishes nothing', async () => {
  const netlify = await start();
  await run(netlify, first);
  netlify.calls.splice(0);
  await run(netlify, first);
  expect(netlify.calls.filter((call) => /^POST|^DELETE|PUT \/deploys/.test(call))).toEqual([]);
});

test('goes back by publishing the former deploys, and removes those that no kept generation names', async () => {
  const netlify = await start();
  await run(netlify, first);
  await run(netlify, second);
  netlify.calls.splice(0);
  await run(netlify, second, { to: readManifest(first).build });
  expect(netlify.calls.filter((call) => call.startsWith('PUT /deploys/') || call.endsWith('/deploys POST'))).toEqual(
    [],
  );
  expect((await visit(netlify, 'one.test', '/rules')).body).not.toContain('Second.');
  await run(netlify, third, { keep: 1 });
  expect(
    [netlify.deploys('site-one'), netlify.deploys('site-two'), netlify.deploys(STATE)].map(({ length }) => length),
  ).toEqual([1, 1, 1]);
  expect((await visit(netlify, 'two.test', '/rules')).body).toContain('Third.');
});

test('refuses hosts with several languages and editions without a site before anything is created', async () => {
  const netlify = await start();
  await expect(run(netlify, several)).rejects.toThrow(
    'Netlify cannot choose the language of a host: one.test has several.',
  );
  const sites = { 'one.test/en': 'site-one' };
  await expect(run(netlify, first, {}, sites)).rejects.toThrow('The target names no site of Netlify for two.test/en.');
  expect(netlify.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
});

test('a second deployment at the same time is refused, and names the first', async () => {
  const netlify = await start();
  const session = await target(netlify).open(new AbortController().signal);
  await expect(run(netlify, first)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining(`process ${process.pid}`) as string,
  });
  await session.close();
  await run(netlify, first);
});

test('a network that breaks every fifth call changes nothing about the result', async () => {
  const netlify = await start();
  netlify.breakEvery = 5;
  for (const dist of [first, second, third]) await run(netlify, dist);
  netlify.breakEvery = 0;
  for (const host of Object.keys(SITES)) expect((await visit(netlify, host, '/rules')).body).toContain('Third.');
});

test('a deployment that ends at any call leaves each site whole, and the next run finishes it', async () => {
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const netlify = await start();
      await run(netlify, first);
      const ending = new AbortController();
      let calls = 0;
      netlify.onCall = () => {
        calls += 1;
        if (calls === 4 * (index + 1)) ending.abort();
      };
      await run(netlify, third, { signal: ending.signal }).catch(() => {});
      netlify.onCall = () => {};
      for (const host of Object.keys(SITES)) {
        const { status, body } = await visit(netlify, host, '/rules');
        expect(status).toBe(200);
        for (const [, script] of body.matchAll(/src="([^"]+)"/g))
          expect((await visit(netlify, host, script!)).status).toBe(200);
      }
      await run(netlify, third);
      for (const host of Object.keys(SITES)) expect((await visit(netlify, host, '/rules')).body).toContain('Third.');
    }),
  );
});

test('the stand-in rejects what Netlify rejects', async () => {
  const netlify = await start();
  const call = async (method: string, path: string, body: unknown, token = TOKEN): Promise<number> => {
    const isBytes = typeof body === 'string';
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': isBytes ? 'application/octet-stream' : 'application/json',
    };
    return (await fetch(`${netlify.origin}${path}`, { method, headers, body: isBytes ? body : JSON.stringify(body) }))
      .status;
  };
  const sha1 = 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d';
  const create = (files: Record<string, string>, site = 'site-one', token = TOKEN): Promise<number> =>
    call('POST', `/sites/${site}/deploys`, { files, draft: true }, token);
  expect(await create({ '/a': sha1 }, 'site-one', 'wrong')).toBe(401);
  expect(await create({ '/a': sha1 }, 'site-none')).toBe(404);
  expect(await create({ a: sha1 })).toBe(422);
  expect(await create({ '/a': 'no hash' })).toBe(422);
  expect(await create({ '/a': sha1, '/b': sha1 })).toBe(200);
  const path = `/deploys/${netlify.deploys('site-one')[0]!.id}/files`;
  expect(await call('POST', `/sites/site-one/deploys/${netlify.deploys('site-one')[0]!.id}/restore`, {})).toBe(422);
  expect(await call('PUT', `${path}/c`, 'hello')).toBe(404);
  expect(await call('PUT', `${path}/a`, 'other')).toBe(422);
  expect(await call('PUT', `${path}/a`, 'hello')).toBe(200);
  expect(await call('PUT', `${path}/b`, 'hello')).toBe(422);
});

async function start(): Promise<NetlifyStandIn> {
  const netlify = await startNetlify({ ...SITES, 'state.test': STATE });
  onTestFinished(netlify.close);
  return netlify;
}

const target = (
  { origin }: NetlifyStandIn,
  sites: Record<string, string> = { 'one.test/en': 'site-one', 'two.test/en': 'site-two' },
) =>
  netlifyTarget(netlifySchema.parse({ type: 'netlify', sites, stateSite: STATE, deploysPerMinute: 600, api: origin }));

/** @returns what the deployment said before it started */
async function run(
  netlify: NetlifyStandIn,
  dist: string,
  options: Partial<DeployRequest> = {},
  sites?: Record<string, string>,
): Promise<string> {
  const said: string[] = [];
  const common = {
    name: 'test',
    purgers: [],
    verify: false as const,
    keep: 5,
    isDryRun: false,
    signal: new AbortController().signal,
  };
  await deploy(
    { ...common, target: target(netlify, sites), dist, ...options },
    { say: (sentence) => said.push(sentence), step() {}, sent() {} },
  );
  return said.join('\n');
}

const visit = ({ origin }: NetlifyStandIn, host: string, path: string) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((done, fail) => {
    request(`${origin}${path}`, { headers: { Host: host }, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.once('end', () => done({ status: response.statusCode!, headers: response.headers, body }));
    })
      .once('error', fail)
      .end();
  });

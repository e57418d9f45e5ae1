import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { DeployReport } from '../../src/deploy/deploy-report.ts';
import type { DeployRequest } from '../../src/deploy/deploy-request.ts';
import { deploy } from '../../src/deploy/deploy.ts';
import { Credentials } from '../../src/deploy/requests/credentials.ts';
import { cloudflareSchema } from '../../src/deploy/targets/cloudflare/cloudflare-options.ts';
import { cloudflareTarget } from '../../src/deploy/targets/cloudflare/cloudflare-target.ts';
import { describeLimits } from '../../src/deploy/targets/cloudflare/limits.ts';
import { readManifest } from '../../src/output/manifest.ts';
import { changeDist } from '../support/deploy/change-dist.ts';
import {
  ACCOUNT,
  type CloudflareAccount,
  DATABASE,
  startCloudflareAccount,
  TOKEN,
} from '../support/deploy/cloudflare-account.ts';
import { smallDist } from '../support/site/small-dist.ts';

const credentials = new Credentials(process.env);

const HOSTS = { 'one.example': ['ru'], 'many.example': ['en', 'de'] };

let account: CloudflareAccount;
let sites: string[];
let said: string[];
beforeEach(async () => {
  process.env['CLOUDFLARE_API_TOKEN'] = TOKEN;
  account = await startCloudflareAccount();
  sites = [];
  said = [];
});
afterEach(() => {
  account.close();
  for (const dist of sites) rmSync(dist, { recursive: true });
});

test('a deployment is served by workerd from the uploaded bytes, a change sends only itself, and the former one comes back', async () => {
  const first = await ship(site('red'));
  expect(first).toMatchObject({ isUpToDate: false, previous: null });
  expect(await colourServed()).toBe('red');
  const sent = account.uploads.length;
  expect(sent).toBe(new Set(account.stored.keys()).size);

  const blue = site('blue');
  expect(await ship(blue)).toMatchObject({ previous: first.build });
  expect(await colourServed()).toBe('blue');
  // Eight pages of three editions, and nothing else.
  expect(account.uploads.length - sent).toBe(24);

  account.calls.length = 0;
  expect(await ship(blue)).toMatchObject({ isUpToDate: true });
  expect(account.calls.filter((call) => !call.includes('/d1/'))).toEqual([
    `GET /accounts/${ACCOUNT}/workers/scripts/site/deployments`,
  ]);

  await ship(blue, { to: first.build! });
  expect(await colourServed()).toBe('red');
});

test('after --to, open pages of the newer generation have their scripts', async () => {
  const red = site('red');
  const first = await ship(red);
  const script = '/_astro/island.9f8e7d.js';
  const blue = changeDist(red, { [`many.example/de${script}`]: '/* blue */' });
  sites.push(blue);
  await ship(blue);
  const sent = account.uploads.length;
  await ship(red, { to: first.build! });
  expect(account.tableOf('site')!.build).toBe(first.build);
  const server = await account.startDeployed('site');
  const { status, body } = await server.ask('many.example', script, { Cookie: 'lang=de' });
  await server.stop();
  expect([status, body.toString()]).toEqual([200, '/* blue */']);
  expect(account.uploads).toHaveLength(sent);
});

test('a dry run says the limits and the costs, and sends nothing', async () => {
  await ship(site('red'), { isDryRun: true });
  expect(said.join('\n')).toMatch(/40 different files of 20,000 that the free plan allows/);
  expect(said.join('\n')).toContain('100,000 a day on the free plan');
  expect(account.stored.size).toBe(0);
});

test('an expired session is opened again, and asks only for the rest', async () => {
  account.expireAfterUploads = 2;
  await ship(site('red'));
  expect(account.calls.filter((call) => call.endsWith('/assets-upload-session'))).toHaveLength(2);
  expect(account.uploads).toHaveLength(account.stored.size);
});

test.each([
  ['429 with Retry-After', { status: 429, body: { success: false }, headers: { 'Retry-After': '0' } }],
  ['503', { status: 503, body: 'upstream connect error' }],
  ['a broken connection', 'reset'],
] as const)('%s is tried again', async (_, failure) => {
  account.failures.push(failure);
  expect(await ship(site('red'))).toMatchObject({ isUpToDate: false });
  expect(account.failures).toEqual([]);
});

test('a network that breaks every fifth call changes nothing about the result', async () => {
  account.breakEvery = 5;
  for (const colour of ['red', 'blue', 'green']) {
    await ship(site(colour));
    expect(await colourServed()).toBe(colour);
  }
});

test('a token without permission is refused with the permissions that it needs, and is not shown', async () => {
  process.env['CLOUDFLARE_API_TOKEN'] = 'another-token';
  const error = await ship(site('red')).catch((thrown: Error) => thrown);
  expect(String(error)).toContain('Account, Workers Scripts, Edit and Account, D1, Edit');
  expect(String(error)).not.toContain('another-token');
});

test('more files than the plan takes are refused before anything is sent', () => {
  const manifest = readManifest(site('red'));
  const [edition] = manifest.editions;
  const more = Array.from({ length: 20_001 }, (_, number) => {
    const sha256 = hash('sha256', `${number}`);
    return [`_astro/${sha256}.js`, { sha256, bytes: 10 }];
  });
  const next = { ...manifest, editions: [{ ...edition!, files: Object.fromEntries(more) }] };
  expect(() => describeLimits(next, options())).toThrow(
    /20,001 different files, and the free plan takes 20,000\. Name a bucket of R2/,
  );
  expect(describeLimits(next, { ...options(), bucket: 'site-files' })[0]).toContain('20,001 different files');
});

test('a version that was deployed by hand is not taken for a generation', async () => {
  await ship(site('red'));
  account.sql("UPDATE deploy_generations SET version = 'another'");
  expect(await ship(site('red'))).toMatchObject({ isUpToDate: false });
});

test('the manifest of a generation comes back as it was', async () => {
  const red = site('red');
  await ship(red);
  const session = await cloudflareTarget(options(), credentials).open(new AbortController().signal);
  const { build } = readManifest(red);
  expect(JSON.parse(await session.manifest(build))).toEqual(readManifest(red));
  await session.close();
});

const options = (): ReturnType<typeof cloudflareSchema.parse> =>
  cloudflareSchema.parse({
    type: 'cloudflare',
    account: ACCOUNT,
    worker: 'site',
    database: DATABASE,
    api: account.origin,
  });

function site(colour: string): string {
  const dist = smallDist(HOSTS, Object.fromEntries(Object.keys(HOSTS).map((host) => [host, colour])));
  sites.push(dist);
  return dist;
}

function ship(dist: string, request: Partial<DeployRequest> = {}): Promise<DeployReport> {
  return deploy(
    {
      name: 'production',
      target: cloudflareTarget(options(), credentials),
      purgers: [],
      verify: false,
      keep: 5,
      assetDays: 14,
      dist,
      isDryRun: false,
      signal: new AbortController().signal,
      ...request,
    },
    { say: (sentence) => said.push(sentence), step: () => {}, sent: () => {} },
  );
}

/** The colour of a page, as the deployed worker serves it. */
async function colourServed(): Promise<string | undefined> {
  const server = await account.startDeployed('site');
  const { body } = await server.ask('many.example', '/rules', { Cookie: 'lang=de' });
  await server.stop();
  return /color:(\w+)/.exec(body.toString())?.[1];
}

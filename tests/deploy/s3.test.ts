import { rmSync } from 'node:fs';

import { PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { filesOf, readManifest } from '../../src/output/manifest.ts';
import { changeDist } from '../support/deploy/change-dist.ts';
import { type DeployedBucket, deployedBucket } from '../support/deploy/deployed-bucket.ts';
import { policyOf } from '../support/deploy/documented-policy.ts';
import type { Fault } from '../support/deploy/s3/s3-proxy.ts';
import { type S3Server, startS3Server } from '../support/deploy/s3/s3-server.ts';
import { programs, testWith } from '../support/programs.ts';
import { hashOf } from '../support/site/dist-copies.ts';
import { smallDist } from '../support/site/small-dist.ts';

const test = testWith('s3');

const HOST = 'en.test';
const RULES = `${HOST}/en/rules.html`;
const CONTACTS = `${HOST}/en/contacts.html`;
const SCRIPT = `${HOST}/en/_astro/island.1a2b3c.js`;
const NEW_SCRIPT = `${HOST}/en/_astro/island.9f8e7d.js`;

const first = smallDist({ [HOST]: ['en'], 'de.test': ['de'] });
const second = changeDist(first, {
  [RULES]: '<html><p>The second rules.</p></html>',
  [SCRIPT]: undefined,
  [NEW_SCRIPT]: '/* new */',
  [`${HOST}/en/robots.txt`]: '# second\n',
  [CONTACTS]: undefined,
});
const third = changeDist(first, { [`${HOST}/en/blog.html`]: '<html><p>The third blog.</p></html>' });
const buildOf = (dist: string): string => readManifest(dist).build;

let server: S3Server;
let bucket: DeployedBucket;
beforeAll(async () => {
  if (programs.s3) server = await startS3Server();
});
beforeEach(async () => {
  bucket = await deployedBucket(server);
  return () => bucket.close();
});
afterAll(async () => {
  [first, second, third].forEach((dist) => rmSync(dist, { recursive: true }));
  await server?.stop();
});

/** Keys of the site with the hashes of their contents. */
async function site(): Promise<Record<string, string>> {
  const keys = (await bucket.keys()).filter((key) => !/^(objects|\.deploy)\//.test(key));
  const entries = keys.map(async (key) => [key, hashOf(Buffer.from((await bucket.get(key)).text, 'latin1'))] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** What {@link site} gives for a build, and for hashed files of another. */
function siteOf(dist: string): Record<string, string> {
  const { editions } = readManifest(dist);
  return Object.fromEntries(
    editions.flatMap((edition) =>
      filesOf(edition).map((path) => [path, edition.files[path.slice(edition.root.length + 1)]!.sha256]),
    ),
  );
}

const withoutAssets = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes('/_astro/')));

const requestsOf = (pattern: RegExp): string[] => bucket.proxy.requests.filter((line) => pattern.test(line));

test('a deployment sends changed files only, each content once, and removes the paths that are gone', async () => {
  await bucket.deploy(first);
  expect(await site()).toEqual(siteOf(first));
  const report = await bucket.deploy(second);
  expect(report).toMatchObject({ build: buildOf(second), previous: buildOf(first), pages: { changed: 1 } });
  // The page, the text and the script, each in three forms.
  expect(requestsOf(/^PUT .*\/objects\//)).toHaveLength(9);
  expect(requestsOf(/^COPY /)).toHaveLength(9);
  expect(withoutAssets(await site())).toEqual(withoutAssets(siteOf(second)));
  for (const script of [SCRIPT, NEW_SCRIPT]) expect(await bucket.keys()).toContain(script);
});

test('assets become visible before other files, these before pages, and paths are removed last', async () => {
  await bucket.deploy(first);
  await bucket.deploy(second);
  const steps = requestsOf(/^(?:COPY|DELETE) .*\.test\/en\//).map((line) =>
    line.startsWith('DELETE') ? 'remove' : /_astro/.test(line) ? 'asset' : /\.html/.test(line) ? 'page' : 'file',
  );
  expect(steps.filter((step, index) => step !== steps[index - 1])).toEqual(['asset', 'file', 'page', 'remove']);
});

test('objects carry the type, the time in caches and the encoding of their file', async () => {
  await bucket.deploy(first);
  const html = { type: 'text/html; charset=utf-8', cache: 'no-cache' };
  expect(await bucket.get(RULES)).toMatchObject(html);
  expect(await bucket.get(`${RULES}.br`)).toMatchObject({ ...html, encoding: 'br' });
  expect(await bucket.get(`${RULES}.gz`)).toMatchObject({ ...html, encoding: 'gzip' });
  expect(await bucket.get(`${HOST}/en/chat.html`)).toMatchObject({ cache: 'no-store' });
  expect(await bucket.get(SCRIPT)).toMatchObject({ cache: 'public, max-age=31536000, immutable' });
  expect(await bucket.get(`${HOST}/en/_astro/rules.7a8b9c.speculationrules`)).toMatchObject({
    type: 'application/speculationrules+json',
  });
});

test('a deployment of the served build writes its lease and nothing else', async () => {
  await bucket.deploy(first);
  expect(await bucket.deploy(first)).toMatchObject({ isUpToDate: true });
  expect(requestsOf(/^(?:PUT|COPY|DELETE) /).every((line) => line.includes('/.deploy/leases/'))).toBe(true);
});

test('--to goes back to a generation without sending a content', async () => {
  await bucket.deploy(first);
  await bucket.deploy(second);
  await bucket.deploy(second, { to: buildOf(first) });
  expect(requestsOf(/^PUT .*\/objects\//)).toEqual([]);
  expect(withoutAssets(await site())).toEqual(withoutAssets(siteOf(first)));
});

test('old generations leave, with the contents that no kept generation names, and nothing else leaves', async () => {
  await bucket.deploy(first, { keep: 1 });
  for (const key of ['objects/notes.txt', '.deploy/generations/notes.txt', 'other.test/index.html'])
    await bucket.put(key, 'of others');
  await bucket.deploy(second, { keep: 2 });
  const both = (await bucket.keys()).length;
  await bucket.deploy(third, { keep: 1 });
  const keys = await bucket.keys();
  expect(keys.length).toBeLessThan(both);
  expect(keys).toEqual(
    expect.arrayContaining(['objects/notes.txt', '.deploy/generations/notes.txt', 'other.test/index.html']),
  );
  const { editions } = readManifest(third);
  for (const { files } of editions)
    for (const { sha256 } of Object.values(files)) expect(keys).toContain(`objects/${sha256.slice(0, 32)}`);
  await expect(bucket.deploy(third, { to: buildOf(first) })).rejects.toThrow('has no generation');
});

test('a deployment removes every object of an aborted deployment before it', async () => {
  await bucket.deploy(first);
  let copies = 0;
  bucket.proxy.fault = (line) =>
    line.startsWith('COPY') && ++copies > 8 ? { status: 403, code: 'ExpiredToken' } : undefined;
  await expect(bucket.deploy(second)).rejects.toThrow('fetch new ones');
  bucket.proxy.fault = undefined;
  await bucket.deploy(third);
  expect(await site()).toEqual(siteOf(third));
});

test('a deployment succeeds over a network that fails every fifth request', async () => {
  const faults: Fault[] = [
    { status: 503, code: 'SlowDown' },
    'reset',
    'lost answer',
    { status: 500, code: 'InternalError' },
  ];
  bucket.proxy.fault = (_, number) => (number % 5 === 0 ? faults[(number / 5) % faults.length] : undefined);
  await bucket.deploy(first);
  await bucket.deploy(second);
  expect(withoutAssets(await site())).toEqual(withoutAssets(siteOf(second)));
});

test('of two deployments at once the second is refused, and says who runs the first', async () => {
  let isRefused: Promise<unknown> | undefined;
  bucket.proxy.fault = (line) => {
    if (line.includes('/objects/')) isRefused ??= bucket.deploy(second).catch((error: unknown) => error);
    return undefined;
  };
  await bucket.deploy(first);
  expect(await isRefused).toMatchObject({ exitCode: 3, message: expect.stringContaining(`process ${process.pid}`) });
  expect((await bucket.keys()).filter((key) => key.includes('/leases/'))).toEqual([]);
});

test('a bucket without conditional writes is used, and the command says what that means', async () => {
  bucket.proxy.fault = (_, __, headers) =>
    headers['if-none-match'] ? { status: 501, code: 'NotImplemented' } : undefined;
  await bucket.deploy(first);
  expect(bucket.said.join('\n')).toContain('no conditional writes');
  expect(await site()).toEqual(siteOf(first));
});

test('a bucket with objects of others is refused before anything is written', async () => {
  await bucket.put('holiday.jpg', 'picture');
  await expect(bucket.deploy(first)).rejects.toThrow('holiday.jpg');
  expect(await bucket.keys()).toEqual(['holiday.jpg']);
  const prefixed = await deployedBucket(server, { prefix: 'site/' });
  await prefixed.put('holiday.jpg', 'picture');
  await prefixed.deploy(first);
  expect(await prefixed.keys()).toEqual(expect.arrayContaining(['holiday.jpg', `site/${RULES}`]));
  prefixed.close();
});

test.each<[code: string, status: number, hint: string]>([
  ['SignatureDoesNotMatch', 403, 'Check AWS_ACCESS_KEY_ID'],
  ['InvalidAccessKeyId', 403, 'Check AWS_ACCESS_KEY_ID'],
  ['ExpiredToken', 400, 'have expired'],
  ['AccessDenied', 403, 'has the policy'],
  ['NoSuchBucket', 404, 'Create the bucket'],
  ['PermanentRedirect', 301, 'another region'],
  ['AuthorizationHeaderMalformed', 400, 'another region'],
  ['RequestTimeTooSkewed', 403, 'Set the clock'],
])('%s is explained, without a credential', async (code, status, hint) => {
  const { accessKeyId, secretAccessKey } = server.owner;
  const message = `Signed by ${accessKeyId} with ${secretAccessKey}`;
  bucket.proxy.fault = (line) => (line.startsWith('HEAD') ? undefined : { status, code, message });
  const error = (await bucket.deploy(first).catch((caught: unknown) => caught)) as Error;
  expect(error.message).toContain(code);
  expect(error.message).toContain(hint);
  expect(JSON.stringify([error.message, error.stack, error.cause])).not.toMatch(`${accessKeyId}|${secretAccessKey}`);
});

test('the server refuses a wrong key', async () => {
  bucket.signInAs({ ...server.owner, secretAccessKey: 'wrong-secret' });
  await expect(bucket.deploy(first)).rejects.toThrow('SignatureDoesNotMatch');
});

test('missing credentials are named', async () => {
  delete process.env.AWS_SECRET_ACCESS_KEY;
  await expect(bucket.deploy(first)).rejects.toThrow('AWS_SECRET_ACCESS_KEY must be in the environment');
});

test('the documented policy allows deployments and the removal of old generations', async () => {
  const deployer = await server.addUser('deployer');
  const Policy = policyOf(bucket.name, 'arn:aws:iam:::user/deployer');
  await bucket.client.send(new PutBucketPolicyCommand({ Bucket: bucket.name, Policy }));
  bucket.signInAs(deployer);
  await bucket.deploy(first, { keep: 1 });
  await bucket.deploy(second, { keep: 1 });
  expect(withoutAssets(await site())).toEqual(withoutAssets(siteOf(second)));
});

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import type { Purger, PurgeRequest } from '../../../src/deploy/purger.ts';
import { cloudfrontPurger, cloudfrontSchema } from '../../../src/deploy/purgers/cloudfront.ts';
import { Credentials } from '../../../src/deploy/requests/credentials.ts';
import {
  ACCESS_KEY,
  type CloudFrontApi,
  DISTRIBUTION,
  SECRET_KEY,
  startCloudFrontApi,
} from '../../support/deploy/cloudfront/cloudfront-api.ts';

const credentials = new Credentials(process.env);

const NOTHING: PurgeRequest = { urls: [], editions: [], isEverything: false };

let api: CloudFrontApi;
beforeEach(async () => {
  api = await startCloudFrontApi();
  onTestFinished(api.close);
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCESS_KEY);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', SECRET_KEY);
  return () => vi.unstubAllEnvs();
});

const purger = (options: object = {}): Purger =>
  cloudfrontPurger(
    cloudfrontSchema.parse({ type: 'cloudfront', distribution: DISTRIBUTION, api: api.origin, ...options }),
    credentials,
  );

const signal = (): AbortSignal => new AbortController().signal;

const urlsOf = (paths: string[]): string[] => paths.map((path) => `https://amber.example${path}`);

test('a change on many hosts is one path, whose price is said before', async () => {
  const urls = Array.from({ length: 38 }, (_, index) => `https://h${index}.amber.example/rules`);
  const request = { ...NOTHING, urls: [...urls, 'https://amber.example/rules?lang=de'] };
  const cost = purger().describe(request);
  expect(cost).toMatchObject({ calls: 1 });
  expect(cost.note).toMatch(
    /invalidates 2 paths on all hosts .* 1,000 paths a month .* each further one costs \$0\.005/,
  );
  expect(api.calls).toEqual([]);
  await purger().purge(request, signal(), 'first');
  expect(api.invalidated).toEqual([['/rules', '/rules?lang=de']]);
  // It was asked until it had ended.
  expect(api.calls.filter((call) => call.startsWith('GET'))).toHaveLength(2);
});

test('everything, and more paths than an operator allows, are one path', async () => {
  await purger().purge({ ...NOTHING, isEverything: true }, signal(), 'first');
  const urls = urlsOf(Array.from({ length: 11 }, (_, index) => `/page-${index}`));
  await purger({ maxPaths: 10 }).purge({ ...NOTHING, urls }, signal(), 'second');
  expect(api.invalidated).toEqual([['/*'], ['/*']]);
  expect(purger({ maxPaths: 10 }).describe({ ...NOTHING, urls }).note).toContain('all paths, which count as one');
});

test('an edition whose headers changed is purged with all its paths', async () => {
  const edition = { host: 'amber.example', lang: 'en', root: 'amber.example/en', urls: urlsOf(['/', '/rules']) };
  await purger().purge({ ...NOTHING, urls: urlsOf(['/qa']), editions: [edition] }, signal(), 'first');
  expect(api.invalidated).toEqual([['/', '/qa', '/rules']]);
});

test('never more paths are in progress than CloudFront allows', async () => {
  const urls = urlsOf(Array.from({ length: 3001 }, (_, index) => `/page-${index}`));
  expect(purger({ maxPaths: 9000 }).describe({ ...NOTHING, urls }).calls).toBe(2);
  await purger({ maxPaths: 9000 }).purge({ ...NOTHING, urls }, signal(), 'first');
  expect(api.invalidated.map((paths) => paths.length)).toEqual([3000, 1]);
});

test('a purge that is repeated after a kill costs nothing, and that of another deployment is its own', async () => {
  const request = { ...NOTHING, urls: urlsOf(['/rules']) };
  for (const id of ['first', 'first', 'second']) await purger().purge(request, signal(), id);
  expect(api.invalidated).toEqual([['/rules'], ['/rules']]);
  await purger().purge({ ...NOTHING, urls: urlsOf(['/qa']) }, signal(), 'first');
  expect(api.invalidated).toHaveLength(3);
});

test('does nothing for a request without URLs', async () => {
  expect(purger().describe(NOTHING)).toMatchObject({ calls: 0, seconds: 0 });
  await purger().purge(NOTHING, signal(), 'first');
  expect(api.calls).toEqual([]);
});

test('waits while invalidations of others are in progress, and repeats what the network and the server fail', async () => {
  api.inProgress = 2;
  api.failures.push('reset', { status: 503, body: '' }, { status: 429, body: '' });
  await purger().purge({ ...NOTHING, urls: urlsOf(['/rules']) }, signal(), 'first');
  expect(api.invalidated).toEqual([['/rules']]);
});

test('a network that breaks every fifth request starts no invalidation twice', async () => {
  api.breakEvery = 5;
  api.asksUntilEnded = 3;
  for (let index = 0; index < 4; index += 1)
    await purger().purge({ ...NOTHING, urls: urlsOf([`/page-${index}`]) }, signal(), 'first');
  expect(api.invalidated).toEqual([['/page-0'], ['/page-1'], ['/page-2'], ['/page-3']]);
});

test('a wrong key is refused with a hint, and no message shows the secret or the key', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another-secret');
  const error: unknown = await purger()
    .purge({ ...NOTHING, urls: urlsOf(['/rules']) }, signal(), 'first')
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('403 SignatureDoesNotMatch');
  expect(String(error)).toContain('Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  expect(String(error) + JSON.stringify(error)).not.toMatch(/another-secret|AKIAEXAMPLE/);
});

test('missing credentials are named before anything is sent', () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', '');
  expect(() => purger()).toThrow(
    `AWS_SECRET_ACCESS_KEY must be in the environment: the credentials of the distribution`,
  );
});

test('the wait for an invalidation can be ended', async () => {
  api.asksUntilEnded = 1e6;
  const ending = new AbortController();
  const purging = purger().purge({ ...NOTHING, urls: urlsOf(['/rules']) }, ending.signal, 'first');
  await expect.poll(() => api.calls.length).toBeGreaterThan(1);
  ending.abort();
  await expect(purging).rejects.toThrow();
});

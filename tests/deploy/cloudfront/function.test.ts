import { rmSync } from 'node:fs';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test as anywhere } from 'vitest';

import { Credentials } from '../../../src/deploy/requests/credentials.ts';
import { cloudfrontSchema } from '../../../src/deploy/targets/cloudfront/cloudfront-options.ts';
import { cloudfrontTarget } from '../../../src/deploy/targets/cloudfront/cloudfront-target.ts';
import { functionCode, MAX_FUNCTION_BYTES } from '../../../src/deploy/targets/cloudfront/function-code.ts';
import { describeStore } from '../../../src/deploy/targets/cloudfront/register-generation.ts';
import { POINTER, storeEntries, storeTable } from '../../../src/deploy/targets/cloudfront/store-table.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { changeDist } from '../../support/deploy/change-dist.ts';
import { startCloudFront } from '../../support/deploy/cloudfront/cloudfront-edge.ts';
import { type CloudFrontSite, cloudFrontSite } from '../../support/deploy/cloudfront/cloudfront-site.ts';
import { loadFunction } from '../../support/deploy/cloudfront/function-runtime.ts';
import { STORE } from '../../support/deploy/cloudfront/key-value-store-api.ts';
import { type Deployer, deployerOf } from '../../support/deploy/deployer.ts';
import { type S3Server, startS3Server } from '../../support/deploy/s3/s3-server.ts';
import { programs, testWith } from '../../support/programs.ts';
import { smallDist } from '../../support/site/small-dist.ts';

const credentials = new Credentials(process.env);

const test = testWith('s3');

const HOST = 'many.example';
const SCRIPT = '_astro/island.9f8e7d.js';
const first = smallDist({ [HOST]: ['en', 'de'] });
const second = changeDist(first, {
  [`${HOST}/en/rules.html`]: '<html><p>The second rules.</p></html>',
  [`${HOST}/en/${SCRIPT}`]: '/* second */',
  [`${HOST}/de/contacts.html`]: undefined,
});
const third = changeDist(second, { [`${HOST}/en/rules.html`]: '<html><p>The third rules.</p></html>' });
const buildOf = (dist: string): string => readManifest(dist).build;

let server: S3Server;
let site: CloudFrontSite;
let target: Deployer;
beforeAll(async () => {
  if (programs.s3) server = await startS3Server();
});
beforeEach(async () => {
  if (!programs.s3) return;
  site = await cloudFrontSite(server);
  target = deployerOf(cloudfrontTarget(cloudfrontSchema.parse(site.options), credentials));
});
afterEach(() => site?.stop());
afterAll(async () => {
  await server?.stop();
  for (const dist of [first, second, third]) rmSync(dist, { recursive: true });
});

const rules = async (): Promise<string> => String((await site.edge.ask(HOST, '/rules')).body);
const statusOf = async (path: string, lang = 'en'): Promise<number> =>
  (await site.edge.ask(HOST, path, { Cookie: `lang=${lang}` })).status;
const sent = (): string[] => site.proxy.requests.filter((line) => line.startsWith('PUT') && line.includes('/files/'));

test('a deployment sends what changed and switches all of it with a last call to the store', async () => {
  await target.deploy(first);
  expect(await statusOf('/contacts', 'de')).toBe(200);
  site.store.updates = [];
  site.proxy.requests = [];
  let seenBefore = '';
  site.store.onUpdate = async () => {
    if (site.store.updates.length === 1) seenBefore = await rules();
  };
  const report = await target.deploy(second);
  expect(target.said.join('\n')).toContain('Nothing has to be purged');
  expect(report.files.sent).toBe(6);
  expect(sent()).toHaveLength(6);
  expect(site.store.updates.map((keys) => keys.length)).toEqual([3, 1]);
  expect(seenBefore).not.toContain('second');
  expect(await rules()).toContain('The second rules.');
  expect(await statusOf(`/${SCRIPT}`)).toBe(200);
  expect(await statusOf('/contacts', 'de')).toBe(302);
});

test('a deployment of the same build touches nothing', async () => {
  await target.deploy(first);
  const before = [...site.store.values];
  site.proxy.requests = [];
  expect((await target.deploy(first)).isUpToDate).toBe(true);
  expect([...site.store.values]).toEqual(before);
  expect(site.proxy.requests.filter((line) => line.startsWith('PUT') && !line.includes('/leases/'))).toEqual([]);
});

test('the way back sends no file, and pages of the newer generation keep their scripts', async () => {
  await target.deploy(first);
  await target.deploy(second);
  site.proxy.requests = [];
  site.store.updates = [];
  await target.deploy(second, { to: buildOf(first) });
  expect(sent()).toEqual([]);
  expect(site.store.updates).toEqual([[POINTER]]);
  expect(await rules()).not.toContain('second');
  expect(await statusOf('/contacts', 'de')).toBe(200);
  expect(await statusOf(`/${SCRIPT}`)).toBe(200);
  expect(await statusOf('/_astro/nope.js')).toBe(404);
  const again = await target.deploy(second);
  expect(again.generations.map(({ build, isServed }) => [build, isServed])).toEqual([
    [buildOf(second), false],
    [buildOf(first), true],
  ]);
  expect(await rules()).toContain('The second rules.');
});

test('old generations leave the bucket and the store', async () => {
  for (const dist of [first, second, third]) await target.deploy(dist, { keep: 1 });
  const { generations } = await target.deploy(third);
  expect(generations.map(({ build }) => build)).toEqual([buildOf(third)]);
  const texts = [...site.store.values].filter(([key]) => key !== POINTER).map(([, value]) => value);
  expect(texts.filter((text) => text.includes('\n'))).toEqual([]);
  const values = new Map(storeEntries([{ number: 1, table: storeTable(readManifest(third)) }]));
  for (const [key, value] of values) expect(site.store.values.get(key)).toBe(value);
  await expect(target.deploy(third, { to: buildOf(first) })).rejects.toThrow('has no generation');
});

test('an answer has the headers of its own generation, also where the switch falls between its two halves', async () => {
  await target.deploy(first);
  const before = await site.edge.ask(HOST, '/rules');
  const handler = loadFunction(site.functions.live.get('site')!, (key) => site.store.values.get(key));
  const asked = { method: 'GET', uri: '/rules', querystring: {}, headers: { host: { value: HOST } }, cookies: {} };
  const request = await handler({ context: { eventType: 'viewer-request' }, request: asked });
  const painted = smallDist({ [HOST]: ['en', 'de'] }, { [HOST]: 'blue' });
  await target.deploy(painted);
  rmSync(painted, { recursive: true });
  if ('statusCode' in request) throw new Error('The function found no file.');
  const response = { statusCode: 200, headers: {} };
  const answer = await handler({ context: { eventType: 'viewer-response' }, request, response });
  const policy = 'content-security-policy';
  expect(answer.headers[policy]!.value).toBe(before.headers[policy]);
  expect((await site.edge.ask(HOST, '/rules')).headers[policy]).not.toBe(before.headers[policy]);
});

test('answers are the same where the second half of the function sees the request of the visitor', async () => {
  await target.deploy(first);
  const { bucket } = site.options;
  const other = await startCloudFront({
    code: () => site.functions.live.get('site')!,
    values: () => site.store.values,
    origin: `${server.endpoint}/${bucket}`,
    seesChanges: false,
  });
  for (const path of ['/rules?lang=de', '/chat', '/robots.txt', '/_astro/island.1a2b3c.js', '/nope']) {
    const headers = { 'Accept-Encoding': 'br', [`x-site-answer`]: '1 /chat' };
    const answers = await Promise.all([site.edge, other].map((edge) => edge.ask(HOST, path, headers)));
    const [one, two] = answers.map((answer) => ({ ...answer, headers: { ...answer.headers, date: '' } }));
    expect(two, path).toEqual(one);
  }
  await other.stop();
});

test('a network that fails every fifth request leads to a whole generation', async () => {
  await target.deploy(first);
  site.store.breakEvery = 5;
  site.functions.breakEvery = 5;
  const faults = [
    { status: 503, code: 'SlowDown' },
    'reset',
    'lost answer',
    { status: 500, code: 'InternalError' },
  ] as const;
  site.proxy.fault = (_, number) => (number % 5 ? undefined : faults[(number / 5) % faults.length]);
  await target.deploy(second);
  expect(await rules()).toContain('The second rules.');
  await target.deploy(third, { keep: 1 });
  expect(await rules()).toContain('The third rules.');
});

test('a refusal of the store names what to mend, and no credential', async () => {
  await target.deploy(first);
  const store = STORE.replace('8562a61f', '00000000');
  const wrong = deployerOf(cloudfrontTarget(cloudfrontSchema.parse({ ...site.options, store }), credentials));
  const error = await wrong.deploy(second).catch((caught: Error) => caught.message);
  expect(error).toMatch(/ResourceNotFoundException.*Correct "store"/);
  expect(error).not.toContain(server.owner.secretAccessKey);
});

describe('the function', () => {
  anywhere('has the size and the syntax that CloudFront takes', async () => {
    const code = await functionCode();
    expect(code.length).toBeLessThanOrEqual(MAX_FUNCTION_BYTES);
    expect(() => loadFunction(code, () => undefined)).not.toThrow();
    expect(() => loadFunction(`${code}\nconst { a } = {};`, () => undefined)).toThrow('ObjectPattern');
  });

  anywhere('asks the visitor to try again before the first generation', async () => {
    const handler = loadFunction(await functionCode(), () => undefined);
    const request = { method: 'GET', uri: '/', querystring: {}, headers: { host: { value: HOST } }, cookies: {} };
    expect(await handler({ context: { eventType: 'viewer-request' }, request })).toMatchObject({ statusCode: 503 });
  });

  anywhere('reads the store at most ten times for a half of an answer', async () => {
    const entries = storeEntries([{ number: 1, table: storeTable(readManifest(first)) }]);
    let reads = 0;
    const handler = loadFunction(await functionCode(), (key) => {
      reads += 1;
      return key === POINTER ? '1' : entries.get(key);
    });
    const headers = { host: { value: HOST }, 'accept-language': { value: 'xx, de' } };
    const request = { method: 'GET', uri: '/rules', querystring: {}, headers, cookies: {} };
    expect(await handler({ context: { eventType: 'viewer-request' }, request })).toMatchObject({ method: 'GET' });
    expect(reads).toBeLessThanOrEqual(10);
  });
});

anywhere('a site that the store cannot take is refused before the first file is sent', () => {
  const manifest = readManifest(first);
  const [edition] = manifest.editions;
  const editions = Array.from({ length: 13_000 }, (_, number) => ({
    ...edition!,
    host: `host-${number}.example`,
    root: `host-${number}.example/en`,
  }));
  const transfer = {
    dist: first,
    next: { ...manifest, editions },
    served: undefined,
    isResumed: false,
    changed: [],
    removed: [],
    expired: [],
  };
  expect(() => describeStore(transfer, { function: 'site' })).toThrow(
    /would have \d\.\d MB, and CloudFront takes 5 MB/,
  );
});

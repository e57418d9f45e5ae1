import { rmSync } from 'node:fs';

import { afterAll, beforeEach, expect, test, vi } from 'vitest';

import { cloudflarePurger, cloudflareSchema } from '../../src/deploy/purgers/cloudflare.ts';
import { createPurger, purgerSchema } from '../../src/deploy/purgers/registry.ts';
import { Credentials } from '../../src/deploy/requests/credentials.ts';
import { folderSchema } from '../../src/deploy/targets/folder/folder-options.ts';
import { folderTarget } from '../../src/deploy/targets/folder/folder-target.ts';
import { readManifest } from '../../src/output/manifest.ts';
import { changeDist } from '../support/deploy/change-dist.ts';
import { type DeployedFolder, deployedFolder } from '../support/deploy/deployed-folder.ts';
import { type PurgeApi, startCloudflareApi, TOKEN } from '../support/deploy/purge-apis.ts';
import { smallDist } from '../support/site/small-dist.ts';

const credentials = new Credentials(process.env);

const ZONE = 'a'.repeat(32);

const first = smallDist({ 'one.test': ['en'], 'several.test': ['en', 'de'] });
const second = changeDist(first, {
  'one.test/en/rules.html': '<html><p>Other rules.</p></html>',
  'one.test/en/qa.html': '<html><p>New.</p></html>',
  'one.test/en/blog/first.html': undefined,
  'several.test/de/index.html': '<html><p>Andere.</p></html>',
});

const withDictionaries = smallDist({ 'one.test': ['en'] }, {}, ['one.test']);

/** URLs of all that differs between the two. */
const CHANGED = [
  'https://one.test/rules',
  'https://one.test/qa',
  'https://one.test/blog/first',
  'https://several.test/',
  'https://several.test/?lang=de',
].toSorted();

let folder: DeployedFolder;
let api: PurgeApi;
beforeEach(async () => {
  vi.stubEnv('CLOUDFLARE_API_TOKEN', TOKEN);
  folder = deployedFolder();
  api = await startCloudflareApi({ [ZONE]: 'test' });
  return () => {
    vi.unstubAllEnvs();
    folder.remove();
    api.close();
  };
});
afterAll(() => [first, second, withDictionaries].forEach((dist) => rmSync(dist, { recursive: true })));

const deploy = (dist: string, request = {}) => {
  const purgers = [
    cloudflarePurger(
      cloudflareSchema.parse({ type: 'cloudflare', zones: { test: ZONE }, api: api.origin }),
      credentials,
    ),
  ];
  return folder.deploy(dist, { purgers, ...request });
};

test('the first deployment purges everything, the next the changed URLs in a call, and that of no change nothing', async () => {
  await deploy(first);
  expect(api.purged.splice(0)).toEqual(['everything of test']);
  const report = await deploy(second);
  expect(api.purged.splice(0).toSorted()).toEqual(CHANGED);
  expect(report.purged).toMatchObject({ urls: CHANGED.length, calls: 1 });
  expect(folder.said.join('\n')).toContain('Cloudflare purges 5 URLs; no charge.');
  await deploy(second);
  expect(api.purged).toEqual([]);
  await deploy(second, { to: readManifest(first).build });
  expect(api.purged.toSorted()).toEqual(CHANGED);
});

test.each([
  ['cloudflare', { type: 'cloudflare', zones: { test: ZONE } }, false],
  ['cloudfront', { type: 'cloudfront', distribution: 'E2QWRUHAPOMQZL' }, false],
  ['fastly', { type: 'fastly', service: 'SU1Z0isxPaozGVKXdv0eY' }, true],
  ['varnish', { type: 'varnish', servers: ['http://127.0.0.1:6081'] }, true],
])(
  'a build with dictionaries behind %s is refused unless the cache keeps its answers apart',
  async (_, options, keeps) => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'FASTLY_API_TOKEN']) vi.stubEnv(name, TOKEN);
    const purgers = [createPurger(purgerSchema.parse(options), credentials)];
    const deployment = folder.deploy(withDictionaries, { purgers, isDryRun: true });
    if (keeps) expect(await deployment).toMatchObject({ isDryRun: true });
    else await expect(deployment).rejects.toThrow(/compressed with a dictionary.*Build without --dictionaries/);
  },
);

test('a build with dictionaries is taken by a folder, and refused by a target that cannot keep its answers apart', async () => {
  const other = folderTarget(folderSchema.parse({ type: 'folder', path: folder.path }));
  const refused = folder.deploy(withDictionaries, { target: { ...other, keepsVary: false } });
  await expect(refused).rejects.toMatchObject({ exitCode: 2 });
  expect(await folder.deploy(withDictionaries)).toMatchObject({ isUpToDate: false });
});

test('a dry run says what it would purge, and purges nothing', async () => {
  await deploy(first);
  api.calls.splice(0);
  await deploy(second, { isDryRun: true });
  expect(folder.said.join('\n')).toContain('Cloudflare purges 5 URLs; no charge.');
  expect(api.calls).toEqual([]);
});

test('a purge that fails ends the deployment with code 1, and the next run repeats it', async () => {
  await deploy(first);
  api.purged.splice(0);
  api.failures.push({ status: 403, body: { success: false, errors: [{ message: 'Authentication error' }] } });
  const error: unknown = await deploy(second).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ exitCode: 1 });
  expect(String(error)).toMatch(/Visitors have generation \w+; caches may have earlier answers. Run the command again/);
  expect(api.purged).toEqual([]);
  await deploy(second);
  expect(api.purged.toSorted()).toEqual(CHANGED);
});

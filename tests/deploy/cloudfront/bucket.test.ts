import { rmSync } from 'node:fs';

import { ListObjectsV2Command, PutBucketPolicyCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

import { Credentials } from '../../../src/deploy/requests/credentials.ts';
import { cloudfrontSchema } from '../../../src/deploy/targets/cloudfront/cloudfront-options.ts';
import { cloudfrontTarget } from '../../../src/deploy/targets/cloudfront/cloudfront-target.ts';
import { changeDist } from '../../support/deploy/change-dist.ts';
import { type CloudFrontSite, cloudFrontSite } from '../../support/deploy/cloudfront/cloudfront-site.ts';
import { type Deployer, deployerOf } from '../../support/deploy/deployer.ts';
import { policyOf } from '../../support/deploy/documented-policy.ts';
import { type S3Server, startS3Server } from '../../support/deploy/s3/s3-server.ts';
import { programs, testWith } from '../../support/programs.ts';
import { smallDist } from '../../support/site/small-dist.ts';

const credentials = new Credentials(process.env);

const test = testWith('s3');

const first = smallDist({ 'en.test': ['en'], 'de.test': ['de'] });
const second = changeDist(first, { 'en.test/en/rules.html': '<html><p>The second rules.</p></html>' });

let server: S3Server;
let site: CloudFrontSite;
beforeAll(async () => {
  if (programs.s3) server = await startS3Server();
});
beforeEach(async () => {
  if (programs.s3) site = await cloudFrontSite(server);
});
afterEach(() => site?.stop());
afterAll(async () => {
  await server?.stop();
  for (const dist of [first, second]) rmSync(dist, { recursive: true });
});

const deployer = (options: { prefix?: string } = {}): Deployer =>
  deployerOf(cloudfrontTarget(cloudfrontSchema.parse({ ...site.options, ...options }), credentials));

const keys = async (): Promise<string[]> => {
  const { Contents = [] } = await site.client.send(new ListObjectsV2Command({ Bucket: site.options.bucket }));
  return Contents.map(({ Key }) => Key!);
};

const put = (Key: string): Promise<unknown> =>
  site.client.send(new PutObjectCommand({ Bucket: site.options.bucket, Key, Body: 'of others' }));

test('files that no kept generation names leave, and nothing else leaves', async () => {
  await deployer().deploy(first, { keep: 1 });
  const ofOthers = ['files/notes.txt', '.deploy/generations/notes.txt', 'other.test/index.html'];
  for (const key of ofOthers) await put(key);
  const before = await keys();
  await deployer().deploy(second, { keep: 1 });
  const after = await keys();
  expect(after).toEqual(expect.arrayContaining(ofOthers));
  // The page in three forms, and the manifest.
  expect(before.filter((key) => !after.includes(key))).toHaveLength(4);
});

test('of two deployments at once the second is refused, and says who runs the first', async () => {
  let isRefused: Promise<unknown> | undefined;
  site.proxy.fault = (line) => {
    if (line.includes('/files/'))
      isRefused ??= deployer()
        .deploy(second)
        .catch((error: unknown) => error);
    return undefined;
  };
  await deployer().deploy(first);
  expect(await isRefused).toMatchObject({ exitCode: 3, message: expect.stringContaining(`process ${process.pid}`) });
  expect((await keys()).filter((key) => key.includes('/leases/'))).toEqual([]);
});

test('a bucket with objects of others is refused before anything is written', async () => {
  await put('holiday.jpg');
  await expect(deployer().deploy(first)).rejects.toThrow('holiday.jpg');
  expect(await keys()).toEqual(['holiday.jpg']);
  await deployer({ prefix: 'site/' }).deploy(first);
  expect((await keys()).filter((key) => !/^site\/(files|[.]deploy)\//.test(key))).toEqual(['holiday.jpg']);
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
  site.proxy.fault = (line) => (line.startsWith('HEAD') ? undefined : { status, code, message });
  const error = (await deployer()
    .deploy(first)
    .catch((caught: unknown) => caught)) as Error;
  expect(error.message).toContain(code);
  expect(error.message).toContain(hint);
  expect(JSON.stringify([error.message, error.stack, error.cause])).not.toMatch(`${accessKeyId}|${secretAccessKey}`);
});

test('the server refuses a wrong key', async () => {
  process.env.AWS_SECRET_ACCESS_KEY = 'wrong-secret';
  await expect(deployer().deploy(first)).rejects.toThrow('SignatureDoesNotMatch');
});

test('missing credentials are named', async () => {
  delete process.env.AWS_SECRET_ACCESS_KEY;
  await expect(deployer().deploy(first)).rejects.toThrow('AWS_SECRET_ACCESS_KEY must be in the environment');
});

test('the documented policy allows deployments and the removal of old generations', async () => {
  await site.stop();
  site = await cloudFrontSite(server, await server.addUser('deployer'));
  const Policy = policyOf(site.options.bucket, 'arn:aws:iam:::user/deployer');
  await site.client.send(new PutBucketPolicyCommand({ Bucket: site.options.bucket, Policy }));
  await deployer().deploy(first, { keep: 1 });
  await deployer().deploy(second, { keep: 1 });
  expect(await keys()).not.toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';

import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

import { objectKey } from '../../src/deploy/edge/file-places.ts';
import { Credentials } from '../../src/deploy/requests/credentials.ts';
import { cloudflareSchema } from '../../src/deploy/targets/cloudflare/cloudflare-options.ts';
import { cloudflareTarget } from '../../src/deploy/targets/cloudflare/cloudflare-target.ts';
import {
  ACCOUNT,
  type CloudflareAccount,
  DATABASE,
  startCloudflareAccount,
  TOKEN,
} from '../support/deploy/cloudflare-account.ts';
import { type Deployer, deployerOf } from '../support/deploy/deployer.ts';
import { type S3Server, startS3Server } from '../support/deploy/s3/s3-server.ts';
import { programs, testWith } from '../support/programs.ts';
import { smallDist } from '../support/site/small-dist.ts';

const credentials = new Credentials(process.env);

const test = testWith('s3');

const HOST = 'many.example';
const [red, blue, green] = ['red', 'blue', 'green'].map((colour) =>
  smallDist({ [HOST]: ['en', 'de'] }, { [HOST]: colour }),
) as [string, string, string];

let server: S3Server;
let client: S3Client;
let account: CloudflareAccount;
let Bucket: string;
beforeAll(async () => {
  if (!programs.s3) return;
  server = await startS3Server();
  process.env.AWS_ACCESS_KEY_ID = server.owner.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = server.owner.secretAccessKey;
  process.env.CLOUDFLARE_API_TOKEN = TOKEN;
  client = new S3Client({
    endpoint: server.endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: server.owner,
  });
});
beforeEach(async () => {
  Bucket = `files-${randomUUID().slice(0, 8)}`;
  await client.send(new CreateBucketCommand({ Bucket }));
  account = await startCloudflareAccount();
});
afterEach(() => account.close());
afterAll(async () => {
  [red, blue, green].forEach((dist) => rmSync(dist, { recursive: true }));
  client?.destroy();
  await server?.stop();
});

const deployer = (options: object = {}): Deployer =>
  deployerOf(
    cloudflareTarget(
      cloudflareSchema.parse({
        type: 'cloudflare',
        account: ACCOUNT,
        worker: 'site',
        database: DATABASE,
        api: account.origin,
        bucket: Bucket,
        bucketApi: server.endpoint,
        ...options,
      }),
      credentials,
    ),
  );

async function keys(): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key }) => Key!);
}

/** The colour of a page, as the deployed worker serves it from the objects of the bucket. */
async function colourServed(): Promise<string | undefined> {
  const contents = new Map<string, Buffer>();
  for (const Key of await keys()) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    contents.set(Key.slice(objectKey('').length), Buffer.from(await Body!.transformToByteArray()));
  }
  const worker = await account.startDeployed('site', contents);
  const { body } = await worker.ask(HOST, '/rules', { Cookie: 'lang=de' });
  await worker.stop();
  return /color:(\w+)/.exec(body.toString())?.[1];
}

test('the worker serves the objects of the bucket, and the former generation comes back without an upload', async () => {
  const { deploy } = deployer();
  const first = await deploy(red);
  expect(await colourServed()).toBe('red');
  expect(account.stored.size).toBe(0);
  const ofRed = await keys();
  await deploy(blue);
  expect(await colourServed()).toBe('blue');
  expect(await keys()).toEqual(expect.arrayContaining(ofRed));
  const all = await keys();
  await deploy(blue, { to: first.build! });
  expect(await colourServed()).toBe('red');
  expect(await keys()).toEqual(all);
});

test('a dry run says how R2 counts, and sends nothing', async () => {
  const dry = deployer();
  await dry.deploy(red, { isDryRun: true });
  expect(dry.said.join('\n')).toContain(`different files in the bucket ${Bucket}. R2 counts`);
  expect(await keys()).toEqual([]);
});

test('contents of generations that are not kept are removed, and no other objects', async () => {
  const { deploy } = deployer();
  await deploy(red, { keep: 2 });
  const ofRed = await keys();
  await deploy(blue, { keep: 2 });
  await client.send(new PutObjectCommand({ Bucket, Key: 'objects/notes.txt', Body: 'mine' }));
  await deploy(green, { keep: 2 });
  const left = await keys();
  expect(left).toContain('objects/notes.txt');
  // Pages of all editions were red; hashed files are the same.
  expect(ofRed.filter((key) => !left.includes(key)).length).toBeGreaterThan(0);
  expect(await colourServed()).toBe('green');
});

test('an object that was lost is sent again with the next deployment', async () => {
  const { deploy } = deployer();
  await deploy(red);
  const before = await keys();
  await client.send(new DeleteObjectCommand({ Bucket, Key: before[0]! }));
  await deploy(blue);
  await deploy(red);
  expect(await keys()).toEqual(expect.arrayContaining(before));
  expect(await colourServed()).toBe('red');
});

test('the bucket of another target and missing credentials are refused before anything is changed', async () => {
  await client.send(new PutObjectCommand({ Bucket, Key: '.deploy/state.json', Body: '{}' }));
  await expect(deployer().deploy(red)).rejects.toThrow(/is that of a target of the type "cloudfront"/);
  delete process.env.AWS_ACCESS_KEY_ID;
  await expect(deployer().deploy(red)).rejects.toThrow('AWS_ACCESS_KEY_ID must be in the environment');
  process.env.AWS_ACCESS_KEY_ID = server.owner.accessKeyId;
  expect(account.calls).toEqual([]);
});

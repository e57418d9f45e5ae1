import { rmSync } from 'node:fs';
import { join } from 'node:path';

import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type S3Server, startS3Server } from '../../support/deploy/s3/s3-server.ts';
import type { Project } from '../../support/runnable-project-copy.ts';
import { FIXTURE, makeFixture, replace } from '../../support/site/fixture-project.ts';
import { folderContents } from '../../support/site/folder-contents.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const FOLDERS = ['dist.shards/1-of-2', 'dist.shards/2-of-2'];

let server: S3Server;
let client: S3Client;
let cache: Record<string, string>;
/** The worker, whose folders are removed before each test. */
let worker: Project;
let whole: Project;

async function run(
  project: Project,
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { code, output } = await project.run(script, { ...FIXTURE, ...env }, args);
  expect(code, output).toBe(0);
  return output;
}

/** Builds both shards, merges them, and compares the bytes with those of a build of all hosts. */
async function buildAndCompare(env: Record<string, string>): Promise<string[]> {
  const outputs = [
    await run(worker, 'build', ['--shard', '1/2'], env),
    await run(worker, 'build', ['--shard', '2/2'], env),
  ];
  await run(worker, 'merge', FOLDERS);
  expect(folderContents(join(worker.dir, 'dist'))).toEqual(folderContents(join(whole.dir, 'dist')));
  return outputs;
}

/** Leaves a worker as a new machine is: with packages, texts and compiled pages. */
function forget(project: Project): void {
  for (const folder of ['dist', 'dist.next', 'dist.shards', '.cache'])
    rmSync(join(project.dir, folder), { recursive: true, force: true });
}

const renderedIn = (outputs: string[]): number[] =>
  outputs.map((output) => Number(/(\d+) of them rendered/.exec(output)![1]));

/** Changes each stored object of a kind. */
async function poison(kind: RegExp, change: (content: Buffer) => Buffer): Promise<number> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'builds' }));
  const keys = Contents.map(({ Key }) => Key!).filter((key) => kind.test(key));
  for (const Key of keys) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'builds', Key }));
    const content = change(Buffer.from(await Body!.transformToByteArray()));
    await client.send(new PutObjectCommand({ Bucket: 'builds', Key, Body: content }));
  }
  return keys.length;
}

beforeAll(async () => {
  server = await startS3Server();
  client = new S3Client({
    region: 'us-east-1',
    endpoint: server.endpoint,
    forcePathStyle: true,
    credentials: server.owner,
  });
  await client.send(new CreateBucketCommand({ Bucket: 'builds' }));
  cache = {
    CACHE_URL: `s3://builds/site?region=us-east-1&endpoint=${server.endpoint}`,
    CACHE_KEY: KEY,
    AWS_ACCESS_KEY_ID: server.owner.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.owner.secretAccessKey,
  };
  [worker, whole] = [makeFixture(), makeFixture()];
  await run(whole, 'build', []);
  expect((await buildAndCompare(cache)).join()).toMatch(/Cache: stored \d+ packs/);
});
afterAll(async () => {
  client.destroy();
  await server.stop();
  for (const project of [worker, whole]) project.remove();
});
beforeEach(() => forget(worker));

test('a new worker restores its shard and renders what has changed since', async () => {
  expect(renderedIn(await buildAndCompare(cache))).toEqual([0, 0]);
  forget(whole);
  forget(worker);
  for (const { dir } of [worker, whole]) replace('texts/documents/shared/es/rules.md', /Number 9/, 'Number nine')(dir);
  await run(whole, 'build', []);
  const outputs = await buildAndCompare(cache);
  expect(outputs.join()).toMatch(/Cache: restored \d hosts\n/);
  expect(outputs.join()).toMatch(/Cache: stored \d packs/);
  const rendered = renderedIn(outputs);
  expect(Math.max(...rendered)).toBeLessThan(9);
  expect(Math.max(...rendered)).toBeGreaterThan(0);
  // A worker that has its last build asks for nothing but what is stored.
  expect(await run(worker, 'build', ['--shard', '1/2'], cache)).toMatch(/Cache: up to date/);
});

test('packs and indexes that the key did not sign are refused, and cost time only', async () => {
  const flip = (content: Buffer): Buffer => {
    content[content.length >> 1]! ^= 1;
    return content;
  };
  expect(await poison(/packs/, flip)).toBeGreaterThan(3);
  const [outputs] = [await buildAndCompare(cache)];
  expect(outputs.join()).toMatch(/Cache: refused, because its state is missing or damaged/);
  // What was damaged has been stored again.
  forget(worker);
  expect(renderedIn(await buildAndCompare(cache))).toEqual([0, 0]);
  forget(worker);
  await poison(/index/, (content) => Buffer.from(`${content}`.replace('"hosts"', '"hosts" ')));
  expect((await buildAndCompare(cache)).join()).toContain(
    'Cache: refused, because CACHE_KEY did not sign site/1-of-2/index',
  );
  forget(worker);
  const outputsOfOther = await buildAndCompare({ ...cache, CACHE_KEY: KEY.toUpperCase() });
  expect(outputsOfOther.join()).toContain('CACHE_KEY did not sign');
});

test('a cache that does not answer, or that refuses, is a warning', async () => {
  const unreachable = { ...cache, CACHE_URL: 's3://builds/site?endpoint=http://127.0.0.1:1' };
  const [first] = await buildAndCompare(unreachable);
  expect(first).toMatch(/Warning: the cache of CACHE_URL did not answer \(ECONNREFUSED.*The build went on without it/);
  forget(worker);
  const wrong = { ...cache, AWS_SECRET_ACCESS_KEY: 'wrong' };
  const [second] = await buildAndCompare(wrong);
  expect(second).toMatch(/Warning: the cache of CACHE_URL did not answer \(SignatureDoesNotMatch/);
  expect(second).not.toContain(KEY);
});

test('wrong settings of the cache are an error, and a build without a cache loads no SDK', async () => {
  const { code, output } = await worker.run('build', { ...FIXTURE, CACHE_URL: 'https://builds' });
  expect([code, output]).toEqual([1, expect.stringMatching(/CACHE_URL is no address[^]*CACHE_KEY is missing/)]);
  const hook = `import{registerHooks}from'node:module';registerHooks({resolve(name,context,next){if(name.includes('@aws-sdk'))throw new Error('loaded');return next(name,context)}})`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
  await run(worker, 'build', [], env);
  expect((await worker.run('build', { ...FIXTURE, ...cache, ...env })).output).toContain('loaded');
});

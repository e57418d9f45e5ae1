import { randomUUID } from 'node:crypto';

import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';

import type { DeployReport } from '../../../src/deploy/deploy-report.ts';
import { deploy, type DeployRequest } from '../../../src/deploy/deploy.ts';
import { s3Schema } from '../../../src/deploy/targets/s3/s3-options.ts';
import { s3Target } from '../../../src/deploy/targets/s3/s3-target.ts';
import { type S3Proxy, startS3Proxy } from './s3/s3-proxy.ts';
import type { S3Keys, S3Server } from './s3/s3-server.ts';

/** A target of the type `s3` with a bucket of its own. */
export interface DeployedBucket {
  name: string;
  proxy: S3Proxy;
  client: S3Client;
  /** Has further requests of the deployment and of `client` signed by another user. */
  signInAs: (keys: S3Keys) => void;
  /** Sentences that the last deployment said before it started. */
  said: string[];
  deploy: (dist: string, request?: Partial<DeployRequest>) => Promise<DeployReport>;
  /** An object as visitors get it. */
  get: (key: string) => Promise<{ text: string; type?: string; cache?: string; encoding?: string }>;
  put: (key: string, text: string) => Promise<void>;
  keys: () => Promise<string[]>;
  close: () => void;
}

/** Creates a bucket, and sets the credentials of the environment. */
export async function deployedBucket(server: S3Server, options: { prefix?: string } = {}): Promise<DeployedBucket> {
  setCredentials(server.owner);
  const Bucket = `site-${randomUUID().slice(0, 8)}`;
  const proxy = await startS3Proxy(server.endpoint);
  const clientOf = (credentials: S3Keys): S3Client =>
    new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  const client = clientOf(server.owner);
  await client.send(new CreateBucketCommand({ Bucket }));
  const target = s3Target(s3Schema.parse({ type: 's3', bucket: Bucket, endpoint: proxy.endpoint, ...options }));
  const bucket: DeployedBucket = {
    name: Bucket,
    proxy,
    client,
    signInAs(keys) {
      setCredentials(keys);
      bucket.client.destroy();
      bucket.client = clientOf(keys);
    },
    said: [],
    async deploy(dist, request = {}) {
      bucket.said = [];
      proxy.requests = [];
      return deploy(
        {
          name: 'test',
          target,
          purgers: [],
          verify: false,
          keep: 5,
          dist,
          isDryRun: false,
          signal: new AbortController().signal,
          ...request,
        },
        { say: (sentence) => bucket.said.push(sentence), step() {}, sent() {} },
      );
    },
    async get(Key) {
      const { Body, ContentType, CacheControl, ContentEncoding } = await bucket.client.send(
        new GetObjectCommand({ Bucket, Key }),
      );
      const [type, cache, encoding] = [ContentType!, CacheControl!, ContentEncoding!];
      return { text: await Body!.transformToString('latin1'), type, cache, encoding };
    },
    async put(Key, Body) {
      await bucket.client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    async keys() {
      const { Contents = [] } = await bucket.client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map(({ Key }) => Key!);
    },
    close() {
      proxy.close();
      bucket.client.destroy();
    },
  };
  return bucket;
}

function setCredentials({ accessKeyId, secretAccessKey }: S3Keys): void {
  process.env.AWS_ACCESS_KEY_ID = accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey;
}

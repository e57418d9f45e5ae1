import { randomUUID } from 'node:crypto';

import { CreateBucketCommand, PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3';

import type { RunningServer } from '../../serving/server-starters.ts';
import { type S3Proxy, startS3Proxy } from '../s3/s3-proxy.ts';
import type { S3Server } from '../s3/s3-server.ts';
import { startCloudFront } from './cloudfront-edge.ts';
import { type FunctionsApi, startFunctionsApi } from './cloudfront-functions-api.ts';
import { type KeyValueStoreApi, startKeyValueStoreApi, STORE } from './key-value-store-api.ts';

/** A bucket behind CloudFront, as a target of `deploy.config.ts`. */
export interface CloudFrontSite {
  options: {
    type: 'cloudfront';
    bucket: string;
    store: string;
    bucketApi: string;
    api: string;
    storeApi: string;
  };
  store: KeyValueStoreApi;
  functions: FunctionsApi;
  /** The network between the command and the bucket. */
  proxy: S3Proxy;
  client: S3Client;
  /** Where visitors ask. */
  edge: RunningServer;
  stop: () => Promise<void>;
}

/** Creates a bucket whose files CloudFront may read. @param keys those of the environment, which deploy */
export async function cloudFrontSite({ owner, endpoint }: S3Server, keys = owner): Promise<CloudFrontSite> {
  process.env.AWS_ACCESS_KEY_ID = keys.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = keys.secretAccessKey;
  const bucket = `edge-${randomUUID().slice(0, 8)}`;
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: owner });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const statement = {
    Effect: 'Allow',
    Principal: '*',
    Action: ['s3:GetObject'],
    Resource: [`arn:aws:s3:::${bucket}/files/*`],
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
  const [proxy, store, functions] = await Promise.all([
    startS3Proxy(endpoint),
    startKeyValueStoreApi(keys),
    startFunctionsApi(keys),
  ]);
  const edge = await startCloudFront({
    code: () => functions.live.get('site')!,
    values: () => store.values,
    origin: `${endpoint}/${bucket}`,
  });
  const apis = { bucketApi: proxy.endpoint, api: functions.origin, storeApi: store.origin };
  return {
    options: { type: 'cloudfront', bucket, store: STORE, ...apis },
    store,
    functions,
    proxy,
    client,
    edge,
    async stop() {
      await edge.stop();
      client.destroy();
      for (const api of [proxy, store, functions]) api.close();
    },
  };
}

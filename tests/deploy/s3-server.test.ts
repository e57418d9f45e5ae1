import { CreateBucketCommand, PutObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect } from 'vitest';

import { type S3Server, startS3Server } from '../support/deploy/s3-server.ts';
import { programs, testWith } from '../support/programs.ts';

const test = testWith('s3');

let server: S3Server;
beforeAll(async () => {
  if (programs.s3) server = await startS3Server();
});
afterAll(() => server?.stop());

const clientOf = (credentials: S3ClientConfig['credentials'] & object): S3Client =>
  new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true, credentials });

test('the S3 server of tests refuses wrong signatures, and the second of two conditional writes', async () => {
  const client = clientOf(server.owner);
  const forger = clientOf({ ...server.owner, secretAccessKey: 'wrong' });
  await client.send(new CreateBucketCommand({ Bucket: 'site' }));
  const write = new PutObjectCommand({ Bucket: 'site', Key: 'lease', Body: 'first', IfNoneMatch: '*' });
  await client.send(write);
  await expect(client.send(write)).rejects.toMatchObject({ name: 'PreconditionFailed' });
  await expect(forger.send(write)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
});

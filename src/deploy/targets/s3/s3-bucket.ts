import type { S3Client } from '@aws-sdk/client-s3';

import { awsCredentials } from '../../aws-credentials.ts';
import { retry, TransientError } from '../../retry.ts';
import { s3Error } from './s3-error.ts';
import type { BucketPlace } from './s3-options.ts';

/** Headers that a bucket stores with an object, and sends with it. */
export interface ObjectHeaders {
  ContentType: string;
  CacheControl?: string;
  ContentEncoding?: string;
}

/** A folder of a bucket; keys are relative to it. Requests are repeated where the network or the provider fails. */
export interface Bucket {
  /** @returns undefined where there is no such object */
  read(key: string): Promise<string | undefined>;
  has(key: string): Promise<boolean>;
  write(key: string, content: Buffer | string, headers?: ObjectHeaders): Promise<void>;
  /** Writes an object that does not exist yet. @returns `unsupported` where the provider knows no such condition */
  create(key: string, content: string): Promise<'created' | 'exists' | 'unsupported'>;
  /** Copies within the bucket, and gives the copy headers of its own. */
  copy(from: string, to: string, headers: ObjectHeaders): Promise<void>;
  /** Does nothing where there is no such object. */
  remove(key: string): Promise<void>;
  /** Keys that begin with a text, in order. */
  keys(start: string): AsyncGenerator<string>;
}

/** The SDK's default is 3. */
const ATTEMPTS = 8;

/** @throws UserError where the environment has no credentials */
export async function openBucket(options: BucketPlace, signal: AbortSignal): Promise<Bucket> {
  const credentials = awsCredentials('the bucket');
  const sdk = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix, region, endpoint } = options;
  const client: S3Client = new sdk.S3Client({
    region,
    credentials,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 60_000 },
    // Not every provider takes the checksums that the SDK adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  });
  const abort = { abortSignal: signal };
  const at = (key: string) => ({ Bucket, Key: prefix + key });
  const explained = async <Result>(action: string, request: () => Promise<Result>): Promise<Result> => {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      throw s3Error(error, action, options);
    }
  };
  return {
    read: (key) =>
      explained(`reading ${key}`, () =>
        retry(
          async () => {
            try {
              const { Body } = await client.send(new sdk.GetObjectCommand(at(key)), abort);
              return await Body!.transformToString().catch((cause: unknown) => {
                throw new TransientError('the connection was lost', { cause });
              });
            } catch (error) {
              if ((error as Error).name === 'NoSuchKey') return undefined;
              throw error;
            }
          },
          { signal },
        ),
      ),
    has: (key) =>
      explained(`looking for ${key}`, async () => {
        try {
          await client.send(new sdk.HeadObjectCommand(at(key)), abort);
          return true;
        } catch (error) {
          if ((error as Error).name === 'NotFound') return false;
          throw error;
        }
      }),
    write: (key, Body, headers) =>
      explained(`writing ${key}`, async () => {
        await client.send(new sdk.PutObjectCommand({ ...at(key), Body, ...headers }), abort);
      }),
    create: (key, Body) =>
      explained(`writing ${key}`, async () => {
        try {
          await client.send(new sdk.PutObjectCommand({ ...at(key), Body, IfNoneMatch: '*' }), abort);
          return 'created';
        } catch (error) {
          const { name } = error as Error;
          if (name === 'PreconditionFailed' || name === 'ConditionalRequestConflict') return 'exists';
          if (name === 'NotImplemented') return 'unsupported';
          throw error;
        }
      }),
    copy: (from, to, headers) =>
      explained(`copying ${from} to ${to}`, async () => {
        const source = { CopySource: `${Bucket}/${prefix}${from}`, MetadataDirective: 'REPLACE' as const };
        await client.send(new sdk.CopyObjectCommand({ ...at(to), ...source, ...headers }), abort);
      }),
    remove: (key) =>
      explained(`removing ${key}`, async () => {
        await client.send(new sdk.DeleteObjectCommand(at(key)), abort);
      }),
    async *keys(start) {
      for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
        const page = new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix + start, ContinuationToken: token });
        const answer = await explained(`listing ${start}`, () => client.send(page, abort));
        for (const { Key = '' } of answer.Contents ?? []) yield Key.slice(prefix.length);
        token = answer.NextContinuationToken;
      }
    },
  };
}

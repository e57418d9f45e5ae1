import type { S3Client } from '@aws-sdk/client-s3';

import { required } from '../../shared/required.ts';
import { awsCredentials } from '../requests/credentials.ts';
import { retry, TransientError } from '../requests/retry.ts';
import { bucketError } from './bucket-error.ts';

/** A folder of a bucket of AWS S3, or of a provider with its API. */
export interface BucketPlace {
  bucket: string;
  region: string;
  /** Address of the API. @default that of AWS */
  bucketApi?: string | undefined;
  /** The folder, with a final slash; empty for the whole bucket. */
  prefix: string;
}

/** Headers that a bucket stores with an object, and sends with it. */
export interface ObjectHeaders {
  ContentType: string;
  ContentEncoding?: string;
}

/** A folder of a bucket; keys are relative to it. Requests are repeated where the network or the provider fails. */
export interface Bucket {
  /** @returns undefined where there is no such object */
  read(key: string): Promise<string | undefined>;
  has(key: string): Promise<boolean>;
  write(key: string, content: Buffer | string, headers?: ObjectHeaders): Promise<void>;
  /** Writes an object, unless there is one. */
  create(key: string, content: string): Promise<void>;
  /** Does nothing where there is no such object. */
  remove(key: string): Promise<void>;
  /** Keys that begin with a text, in order. */
  keys(start: string): AsyncGenerator<string>;
}

/** Folder of what a target keeps for itself in a bucket. */
export const OWN_FOLDER = '.deploy/';

/** The SDK's default is 3. */
const ATTEMPTS = 8;

/** @throws UserError where the environment has no credentials */
export async function openBucket(options: BucketPlace, signal: AbortSignal): Promise<Bucket> {
  const credentials = awsCredentials('the bucket');
  const sdk = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix, region, bucketApi } = options;
  const client: S3Client = new sdk.S3Client({
    region,
    credentials,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 60_000 },
    // Not every provider takes the checksums that the SDK adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(bucketApi !== undefined && { endpoint: bucketApi, forcePathStyle: true }),
  });
  const abort = { abortSignal: signal };
  const at = (key: string) => ({ Bucket, Key: prefix + key });
  const explained = async <Result>(action: string, request: () => Promise<Result>): Promise<Result> => {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      throw bucketError(error, action, Bucket);
    }
  };
  return {
    read: (key) =>
      explained(`reading ${key}`, () =>
        retry(
          async () => {
            try {
              const { Body } = await client.send(new sdk.GetObjectCommand(at(key)), abort);
              return await required(Body, 'Body')
                .transformToString()
                .catch((cause: unknown) => {
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
        } catch (error) {
          if (!['PreconditionFailed', 'ConditionalRequestConflict'].includes((error as Error).name)) throw error;
        }
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

import type { S3ClientConfig } from '@aws-sdk/client-s3';

import { required } from '../../shared/required.ts';
import type { Credentials } from '../requests/credentials.ts';
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

/** An object that was read. */
export interface StoredObject extends Partial<Record<keyof ObjectHeaders, string | undefined>> {
  content: Buffer;
}

/** Folder of what a target keeps for itself in a bucket. */
export const OWN_FOLDER = '.deploy/';

/** The SDK's default is 3. */
const ATTEMPTS = 8;

/** A folder of a bucket; keys are relative to it. Requests are repeated where the network or the provider fails. */
export type Bucket = Awaited<ReturnType<typeof openBucket>>;

/** @throws UserError where the environment has no credentials */
export async function openBucket(place: BucketPlace, credentials: Credentials, abortSignal: AbortSignal) {
  const { bucket, prefix } = place;
  const ofBucket = credentials.aws('the bucket');
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({ ...settingsOf(place), credentials: ofBucket });
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  const run = runner(bucket, credentials, abortSignal);

  const put = async (key: string, Body: Buffer | string, more: object = {}): Promise<void> => {
    await client.send(new sdk.PutObjectCommand({ ...at(key), Body, ...more }), { abortSignal });
  };

  async function get(key: string): Promise<StoredObject> {
    const { Body, ContentType, ContentEncoding } = await client.send(new sdk.GetObjectCommand(at(key)), {
      abortSignal,
    });
    const content = await required(Body, 'Body').transformToByteArray().catch(connectionLost);
    return { content: Buffer.from(content), ContentType, ContentEncoding };
  }

  /** @returns an object with its headers; undefined where there is none */
  const readObject = (key: string): Promise<StoredObject | undefined> =>
    run(`reading ${key}`, () => retry(() => get(key), { signal: abortSignal }), { NoSuchKey: undefined });

  /** Keys that begin with a text, in order, with the bytes of their objects. */
  async function* sizes(start: string): AsyncGenerator<[key: string, bytes: number]> {
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + start }, { abortSignal });
    for (;;) {
      const { value, done } = await run(`listing ${start}`, () => pages.next());
      if (done) return;
      for (const { Key = '', Size = 0 } of value.Contents ?? []) yield [Key.slice(prefix.length), Size];
    }
  }

  return {
    readObject,
    sizes,
    /** @returns undefined where there is no such object */
    read: async (key: string) => (await readObject(key))?.content.toString(),
    has: (key: string): Promise<boolean> =>
      run(
        `looking for ${key}`,
        async () => Boolean(await client.send(new sdk.HeadObjectCommand(at(key)), { abortSignal })),
        { NotFound: false },
      ),
    write: (key: string, content: Buffer | string, headers?: ObjectHeaders): Promise<void> =>
      run(`writing ${key}`, () => put(key, content, headers)),
    /** Writes an object, unless there is one. */
    create: (key: string, content: string): Promise<void> =>
      run(`writing ${key}`, () => put(key, content, { IfNoneMatch: '*' }), EXISTS),
    /** Does nothing where there is no such object. */
    async remove(key: string): Promise<void> {
      await run(`removing ${key}`, () => client.send(new sdk.DeleteObjectCommand(at(key)), { abortSignal }));
    },
    /** Keys that begin with a text, in order. */
    async *keys(start: string): AsyncGenerator<string> {
      for await (const [key] of sizes(start)) yield key;
    },
  };
}

const settingsOf = ({ region, bucketApi }: BucketPlace): S3ClientConfig => ({
  region,
  maxAttempts: ATTEMPTS,
  requestHandler: { connectionTimeout: 10_000, requestTimeout: 60_000 },
  // Not every provider takes the checksums that the SDK adds by itself.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  ...(bucketApi !== undefined && { endpoint: bucketApi, forcePathStyle: true }),
});

/** Errors of a request that creates an object where there is one. */
const EXISTS = { PreconditionFailed: undefined, ConditionalRequestConflict: undefined };

/** Runs requests, and explains their errors; those of some names are results. */
const runner =
  (bucket: string, credentials: Credentials, signal: AbortSignal) =>
  async <Result>(
    action: string,
    request: () => Promise<Result>,
    expected: Record<string, Result> = {},
  ): Promise<Result> => {
    try {
      return await request();
    } catch (error) {
      const { name } = error as Error;
      if (name in expected) return expected[name] as Result;
      signal.throwIfAborted();
      throw bucketError(error, action, bucket, credentials);
    }
  };

function connectionLost(cause: unknown): never {
  throw new TransientError('the connection was lost', { cause });
}

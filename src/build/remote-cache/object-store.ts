import { DeleteObjectsCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

import type { CacheSettings } from './cache-settings.ts';

/** Objects below a prefix of a bucket. */
export interface ObjectStore {
  /** Undefined where it is missing. */
  get: (name: string) => Promise<Buffer | undefined>;
  put: (name: string, content: Buffer) => Promise<void>;
  remove: (names: string[]) => Promise<void>;
}

/** The store did not answer, or refused. A build goes on without it. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** A build waits no longer for a store that it can do without. */
const CONNECT_MS = 5000;
const REQUEST_MS = 60_000;

const MAX_ATTEMPTS = 3;

/** Most that S3 deletes with a request. */
const MAX_DELETED = 1000;

/** Credentials come from the usual variables of AWS. */
export function openStore({ bucket, prefix, region, endpoint }: CacheSettings): ObjectStore {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: MAX_ATTEMPTS,
    // Hashes of this cache cover every byte, and some stores know no other checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS, throwOnRequestTimeout: true },
  });
  const at = (name: string): { Bucket: string; Key: string } => ({ Bucket: bucket, Key: prefix + name });
  return {
    get: (name) =>
      attempt(async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand(at(name)));
          return Body && Buffer.from(await Body.transformToByteArray());
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        }
      }),
    put: (name, content) =>
      attempt(async () => {
        await client.send(new PutObjectCommand({ ...at(name), Body: content, ContentLength: content.length }));
      }),
    remove: (names) =>
      attempt(async () => {
        for (let start = 0; start < names.length; start += MAX_DELETED) {
          const Objects = names.slice(start, start + MAX_DELETED).map((name) => ({ Key: prefix + name }));
          await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
        }
      }),
  };
}

async function attempt<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException;
    throw new StoreUnavailable([code ?? name, message].filter(Boolean).join(': '), { cause: error });
  }
}

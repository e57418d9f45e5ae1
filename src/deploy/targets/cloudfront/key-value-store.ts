import type { CloudFrontKeyValueStoreClient } from '@aws-sdk/client-cloudfront-keyvaluestore';

import { awsCredentials } from '../../requests/credentials.ts';
import { retry, TransientError } from '../../requests/retry.ts';
import { cloudfrontError } from './cloudfront-error.ts';
import type { CloudfrontOptions } from './cloudfront-options.ts';

/** Of a key value store. @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
export const storeLimits = { bytes: 5_000_000, valueLength: 1024, updatesPerCall: 50 };

/** The store that the function reads. */
export interface KeyValueStore {
  /** @returns undefined where there is no such key */
  read(key: string): Promise<string | undefined>;
  /** Writes values, and removes keys without a value; each call as a whole. */
  update(changes: Iterable<[key: string, value: string | undefined]>): Promise<void>;
}

/** @param check called before each change; throws where the lease is lost */
export async function openStore(
  { store, storeApi }: Pick<CloudfrontOptions, 'store' | 'storeApi'>,
  check: () => void,
  signal: AbortSignal,
): Promise<KeyValueStore> {
  const credentials = awsCredentials('the key value store');
  const sdk = await import('@aws-sdk/client-cloudfront-keyvaluestore');
  // The store takes signatures for all regions only; the client finds this package once it is loaded.
  await import('@aws-sdk/signature-v4a');
  const client = new sdk.CloudFrontKeyValueStoreClient({
    region: 'us-east-1',
    credentials,
    maxAttempts: 8,
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 60_000 },
  });
  if (storeApi !== undefined) sendTo(client, new URL(storeApi));
  const abort = { abortSignal: signal };
  const at = { KvsARN: store };
  const explained = async <Result>(action: string, task: () => Promise<Result>): Promise<Result> => {
    try {
      return await task();
    } catch (error) {
      signal.throwIfAborted();
      throw cloudfrontError(error, action);
    }
  };
  /** Of the store after the last change. */
  let version: string | undefined;
  const change = async (group: [key: string, value: string | undefined][]): Promise<void> => {
    check();
    const IfMatch = version ?? (await client.send(new sdk.DescribeKeyValueStoreCommand(at), abort)).ETag;
    version = undefined;
    const puts = group.flatMap(([Key, Value]) => (Value === undefined ? [] : [{ Key, Value }]));
    const deletes = group.flatMap(([Key, value]) => (value === undefined ? [{ Key }] : []));
    try {
      const { ETag } = await client.send(
        new sdk.UpdateKeysCommand({
          ...at,
          IfMatch,
          ...(puts.length && { Puts: puts }),
          ...(deletes.length && { Deletes: deletes }),
        }),
        abort,
      );
      version = ETag;
    } catch (error) {
      // A call whose answer was lost has changed the store. The same change may be made again.
      if ((error as Error).name !== 'ConflictException') throw error;
      throw new TransientError('another update has changed the store', { cause: error });
    }
  };
  return {
    read: (key) =>
      explained('reading the key value store', async () => {
        try {
          return (await client.send(new sdk.GetKeyCommand({ ...at, Key: key }), abort)).Value;
        } catch (error) {
          if ((error as Error).name !== 'ResourceNotFoundException') throw error;
          // The store is missing, or the key.
          await client.send(new sdk.DescribeKeyValueStoreCommand(at), abort);
          return undefined;
        }
      }),
    update: (changes) =>
      explained('writing the key value store', async () => {
        const all = [...changes];
        for (let first = 0; first < all.length; first += storeLimits.updatesPerCall)
          await retry(() => change(all.slice(first, first + storeLimits.updatesPerCall)), { signal });
      }),
  };
}

/** The option `endpoint` of the client is of no use: it puts the number of the account before the host. */
function sendTo({ middlewareStack }: CloudFrontKeyValueStoreClient, { protocol, hostname, port }: URL): void {
  middlewareStack.add(
    (next) => (args) => {
      Object.assign(args.request as object, { protocol, hostname, port: port ? Number(port) : undefined });
      return next(args);
    },
    // Before the header Host is written, which is signed.
    { step: 'build', priority: 'high' },
  );
}

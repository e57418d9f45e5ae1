import type * as Sdk from '@aws-sdk/client-cloudfront-keyvaluestore';

import { explained } from '../../requests/cloudfront-error.ts';
import type { Credentials } from '../../requests/credentials.ts';
import { inGroups } from '../../requests/in-groups.ts';
import { retry, TransientError } from '../../requests/retry.ts';
import type { CloudfrontOptions } from './cloudfront-options.ts';

/** Of a key value store. @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
export const storeLimits = { bytes: 5_000_000, valueLength: 1024, updatesPerCall: 50, keysPerCall: 50 };

type Change = [key: string, value: string | undefined];

/** The store that the function reads. */
export type KeyValueStore = Awaited<ReturnType<typeof openStore>>;

/** @param check called before each change; throws where the lease is lost */
export async function openStore(
  { store, storeApi }: Pick<CloudfrontOptions, 'store' | 'storeApi'>,
  credentials: Credentials,
  check: () => void,
  abortSignal: AbortSignal,
) {
  const sdk = await import('@aws-sdk/client-cloudfront-keyvaluestore');
  const client = await openClient(storeApi, credentials);
  const at = { KvsARN: store };
  /** Of the store after the last change. */
  let version: string | undefined;
  const run = <Result>(action: string, task: () => Promise<Result>): Promise<Result> =>
    explained(`${action} the key value store`, task, credentials, abortSignal);
  const readVersion = async (): Promise<string | undefined> =>
    (await client.send(new sdk.DescribeKeyValueStoreCommand(at), { abortSignal })).ETag;

  /** The store is missing, or a key. */
  async function missing(error: Error): Promise<undefined> {
    if (error.name !== 'ResourceNotFoundException') throw error;
    await readVersion();
  }

  async function change(group: Change[]): Promise<void> {
    check();
    const IfMatch = version ?? (await readVersion());
    version = undefined;
    const command = new sdk.UpdateKeysCommand({ ...at, IfMatch, ...inOneCall(group) });
    try {
      version = (await client.send(command, { abortSignal })).ETag;
    } catch (error) {
      // A call whose answer was lost has changed the store. The same change may be made again.
      if ((error as Error).name !== 'ConflictException') throw error;
      throw new TransientError('another update has changed the store', { cause: error });
    }
  }

  return {
    /** @returns undefined where there is no such key */
    read: (Key: string): Promise<string | undefined> =>
      run('reading', () =>
        client.send(new sdk.GetKeyCommand({ ...at, Key }), { abortSignal }).then(({ Value }) => Value, missing),
      ),
    /** All keys with their values. */
    list: (): Promise<Map<string, string>> =>
      run('reading', async () => {
        const pages = sdk.paginateListKeys({ client, pageSize: storeLimits.keysPerCall }, at, { abortSignal });
        return new Map(
          (await Array.fromAsync(pages)).flatMap(({ Items = [] }) =>
            Items.map(({ Key = '', Value = '' }) => [Key, Value]),
          ),
        );
      }),
    /** Writes values, and removes keys without a value; each call as a whole. */
    update: (changes: Iterable<Change>): Promise<void> =>
      run('writing', async () => {
        for (const group of inGroups([...changes], storeLimits.updatesPerCall))
          await retry(() => change(group), { signal: abortSignal });
      }),
  };
}

/** The API takes no empty lists. */
function inOneCall(changes: Change[]): Pick<Sdk.UpdateKeysRequest, 'Puts' | 'Deletes'> {
  const Puts = changes.flatMap(([Key, Value]) => (Value === undefined ? [] : [{ Key, Value }]));
  const Deletes = changes.flatMap(([Key, value]) => (value === undefined ? [{ Key }] : []));
  return { ...(Puts.length && { Puts }), ...(Deletes.length && { Deletes }) };
}

async function openClient(
  api: string | undefined,
  credentials: Credentials,
): Promise<Sdk.CloudFrontKeyValueStoreClient> {
  const ofStore = credentials.aws('the key value store');
  const sdk = await import('@aws-sdk/client-cloudfront-keyvaluestore');
  // The store takes signatures for all regions only; the client finds this package once it is loaded.
  await import('@aws-sdk/signature-v4a');
  const client = new sdk.CloudFrontKeyValueStoreClient({
    region: 'us-east-1',
    credentials: ofStore,
    maxAttempts: 8,
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 60_000 },
  });
  if (api !== undefined) sendTo(client, new URL(api));
  return client;
}

/** The option `endpoint` of the client is of no use: it puts the number of the account before the host. */
function sendTo({ middlewareStack }: Sdk.CloudFrontKeyValueStoreClient, { protocol, hostname, port }: URL): void {
  middlewareStack.add(
    (next) => (args) => {
      Object.assign(args.request as object, { protocol, hostname, port: port ? Number(port) : undefined });
      return next(args);
    },
    // Before the header Host is written, which is signed.
    { step: 'build', priority: 'high' },
  );
}

import type * as Sdk from '@aws-sdk/client-cloudfront-keyvaluestore';

import { cloudfrontError } from '../../requests/cloudfront-error.ts';
import type { Credentials } from '../../requests/credentials.ts';
import { retry, TransientError } from '../../requests/retry.ts';
import type { CloudfrontOptions } from './cloudfront-options.ts';

/** Of a key value store. @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
export const storeLimits = { bytes: 5_000_000, valueLength: 1024, updatesPerCall: 50, keysPerCall: 50 };

type Change = [key: string, value: string | undefined];

/** The store that the function reads. */
export class KeyValueStore {
  readonly #sdk: typeof Sdk;
  readonly #client: Sdk.CloudFrontKeyValueStoreClient;
  readonly #at: { KvsARN: string };
  readonly #credentials: Credentials;
  readonly #check: () => void;
  readonly #abort: { abortSignal: AbortSignal };
  /** Of the store after the last change. */
  #version: string | undefined;

  private constructor(
    sdk: typeof Sdk,
    client: Sdk.CloudFrontKeyValueStoreClient,
    store: string,
    credentials: Credentials,
    check: () => void,
    abortSignal: AbortSignal,
  ) {
    this.#sdk = sdk;
    this.#client = client;
    this.#at = { KvsARN: store };
    this.#credentials = credentials;
    this.#check = check;
    this.#abort = { abortSignal };
  }

  /** @param check called before each change; throws where the lease is lost */
  static async open(
    { store, storeApi }: Pick<CloudfrontOptions, 'store' | 'storeApi'>,
    credentials: Credentials,
    check: () => void,
    signal: AbortSignal,
  ): Promise<KeyValueStore> {
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
    if (storeApi !== undefined) sendTo(client, new URL(storeApi));
    return new KeyValueStore(sdk, client, store, credentials, check, signal);
  }

  /** @returns undefined where there is no such key */
  read(Key: string): Promise<string | undefined> {
    return this.#explained('reading the key value store', async () => {
      try {
        return (await this.#client.send(new this.#sdk.GetKeyCommand({ ...this.#at, Key }), this.#abort)).Value;
      } catch (error) {
        if ((error as Error).name !== 'ResourceNotFoundException') throw error;
        // The store is missing, or the key.
        await this.#readVersion();
        return undefined;
      }
    });
  }

  /** All keys with their values. */
  list(): Promise<Map<string, string>> {
    return this.#explained('reading the key value store', async () => {
      const values = new Map<string, string>();
      for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
        const command = new this.#sdk.ListKeysCommand({
          ...this.#at,
          NextToken: token,
          MaxResults: storeLimits.keysPerCall,
        });
        const { Items = [], NextToken } = await this.#client.send(command, this.#abort);
        for (const { Key = '', Value = '' } of Items) values.set(Key, Value);
        token = NextToken;
      }
      return values;
    });
  }

  /** Writes values, and removes keys without a value; each call as a whole. */
  update(changes: Iterable<Change>): Promise<void> {
    return this.#explained('writing the key value store', async () => {
      const all = [...changes];
      for (let first = 0; first < all.length; first += storeLimits.updatesPerCall) {
        const group = all.slice(first, first + storeLimits.updatesPerCall);
        await retry(() => this.#change(group), { signal: this.#abort.abortSignal });
      }
    });
  }

  async #change(group: Change[]): Promise<void> {
    this.#check();
    const IfMatch = this.#version ?? (await this.#readVersion());
    this.#version = undefined;
    const puts = group.flatMap(([Key, Value]) => (Value === undefined ? [] : [{ Key, Value }]));
    const deletes = group.flatMap(([Key, value]) => (value === undefined ? [{ Key }] : []));
    const command = new this.#sdk.UpdateKeysCommand({
      ...this.#at,
      IfMatch,
      ...(puts.length && { Puts: puts }),
      ...(deletes.length && { Deletes: deletes }),
    });
    try {
      this.#version = (await this.#client.send(command, this.#abort)).ETag;
    } catch (error) {
      // A call whose answer was lost has changed the store. The same change may be made again.
      if ((error as Error).name !== 'ConflictException') throw error;
      throw new TransientError('another update has changed the store', { cause: error });
    }
  }

  async #readVersion(): Promise<string | undefined> {
    return (await this.#client.send(new this.#sdk.DescribeKeyValueStoreCommand(this.#at), this.#abort)).ETag;
  }

  async #explained<Result>(action: string, task: () => Promise<Result>): Promise<Result> {
    try {
      return await task();
    } catch (error) {
      this.#abort.abortSignal.throwIfAborted();
      throw cloudfrontError(error, action, this.#credentials);
    }
  }
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

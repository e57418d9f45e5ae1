import type * as Sdk from '@aws-sdk/client-s3';

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
export class Bucket {
  readonly #sdk: typeof Sdk;
  readonly #client: Sdk.S3Client;
  readonly #place: BucketPlace;
  readonly #credentials: Credentials;
  readonly #abort: { abortSignal: AbortSignal };

  private constructor(
    sdk: typeof Sdk,
    client: Sdk.S3Client,
    place: BucketPlace,
    credentials: Credentials,
    abortSignal: AbortSignal,
  ) {
    this.#sdk = sdk;
    this.#client = client;
    this.#place = place;
    this.#credentials = credentials;
    this.#abort = { abortSignal };
  }

  /** @throws UserError where the environment has no credentials */
  static async open(place: BucketPlace, credentials: Credentials, signal: AbortSignal): Promise<Bucket> {
    const ofBucket = credentials.aws('the bucket');
    const sdk = await import('@aws-sdk/client-s3');
    const { region, bucketApi } = place;
    const client = new sdk.S3Client({
      region,
      credentials: ofBucket,
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: 10_000, requestTimeout: 60_000 },
      // Not every provider takes the checksums that the SDK adds by itself.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(bucketApi !== undefined && { endpoint: bucketApi, forcePathStyle: true }),
    });
    return new Bucket(sdk, client, place, credentials, signal);
  }

  /** @returns undefined where there is no such object */
  async read(key: string): Promise<string | undefined> {
    return (await this.readObject(key))?.content.toString();
  }

  /** @returns an object with its headers; undefined where there is none */
  readObject(key: string): Promise<StoredObject | undefined> {
    return this.#explained(`reading ${key}`, () => retry(() => this.#get(key), { signal: this.#abort.abortSignal }));
  }

  has(key: string): Promise<boolean> {
    return this.#explained(`looking for ${key}`, async () => {
      try {
        await this.#client.send(new this.#sdk.HeadObjectCommand(this.#at(key)), this.#abort);
        return true;
      } catch (error) {
        if ((error as Error).name === 'NotFound') return false;
        throw error;
      }
    });
  }

  write(key: string, Body: Buffer | string, headers?: ObjectHeaders): Promise<void> {
    return this.#explained(`writing ${key}`, async () => {
      await this.#client.send(new this.#sdk.PutObjectCommand({ ...this.#at(key), Body, ...headers }), this.#abort);
    });
  }

  /** Writes an object, unless there is one. */
  create(key: string, Body: string): Promise<void> {
    return this.#explained(`writing ${key}`, async () => {
      const command = new this.#sdk.PutObjectCommand({ ...this.#at(key), Body, IfNoneMatch: '*' });
      try {
        await this.#client.send(command, this.#abort);
      } catch (error) {
        if (!['PreconditionFailed', 'ConditionalRequestConflict'].includes((error as Error).name)) throw error;
      }
    });
  }

  /** Does nothing where there is no such object. */
  remove(key: string): Promise<void> {
    return this.#explained(`removing ${key}`, async () => {
      await this.#client.send(new this.#sdk.DeleteObjectCommand(this.#at(key)), this.#abort);
    });
  }

  /** Keys that begin with a text, in order. */
  async *keys(start: string): AsyncGenerator<string> {
    for await (const [key] of this.sizes(start)) yield key;
  }

  /** Keys that begin with a text, in order, with the bytes of their objects. */
  async *sizes(start: string): AsyncGenerator<[key: string, bytes: number]> {
    const { bucket, prefix } = this.#place;
    const range = { Bucket: bucket, Prefix: prefix + start };
    for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
      const page = new this.#sdk.ListObjectsV2Command({ ...range, ContinuationToken: token });
      const answer = await this.#explained(`listing ${start}`, () => this.#client.send(page, this.#abort));
      for (const { Key = '', Size = 0 } of answer.Contents ?? []) yield [Key.slice(prefix.length), Size];
      token = answer.NextContinuationToken;
    }
  }

  async #get(key: string): Promise<StoredObject | undefined> {
    try {
      const answer = await this.#client.send(new this.#sdk.GetObjectCommand(this.#at(key)), this.#abort);
      const content = await required(answer.Body, 'Body')
        .transformToByteArray()
        .catch((cause: unknown) => {
          throw new TransientError('the connection was lost', { cause });
        });
      return {
        content: Buffer.from(content),
        ContentType: answer.ContentType,
        ContentEncoding: answer.ContentEncoding,
      };
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + key };
  }

  async #explained<Result>(action: string, request: () => Promise<Result>): Promise<Result> {
    try {
      return await request();
    } catch (error) {
      this.#abort.abortSignal.throwIfAborted();
      throw bucketError(error, action, this.#place.bucket, this.#credentials);
    }
  }
}

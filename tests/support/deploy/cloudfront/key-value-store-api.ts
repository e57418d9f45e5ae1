import { createECDH, createHash, createHmac, createPublicKey, randomUUID, verify } from 'node:crypto';

import { type ApiAnswer, type ApiCall, jsonOf, startStrictApi, type StrictApi } from '../strict-api.ts';
import { ACCESS_KEY, SECRET_KEY } from './cloudfront-api.ts';

export const STORE = 'arn:aws:cloudfront::123456789012:key-value-store/8562a61f-caba-2845-9d99-b97diwae5d3c';

/** A key value store of CloudFront. */
export interface KeyValueStoreApi extends StrictApi {
  values: Map<string, string>;
  /** Keys of each update, in order. */
  updates: string[][];
  /** Runs after an update has been carried out, and before it is answered. */
  onUpdate: () => void | Promise<void>;
}

export interface Signer {
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * `GET /key-value-stores/{arn}`, `GET …/keys/{key}`, `GET …/keys` and `POST …/keys`: checks signatures for all regions, versions and the limits of a store.
 * @see https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_kvs_UpdateKeys.html
 */
export async function startKeyValueStoreApi(
  signer: Signer = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY },
): Promise<KeyValueStoreApi> {
  const values = new Map<string, string>();
  let etag = randomUUID();
  const folder = `/key-value-stores/${encodeURIComponent(STORE)}`;
  const api: KeyValueStoreApi = Object.assign(
    await startStrictApi(async (call) => {
      if (!isSignedForAllRegions(call, signer))
        return refuse(403, 'AccessDeniedException', 'The signature does not match.');
      const { pathname } = call.url;
      if (!pathname.startsWith(folder)) return refuse(404, 'ResourceNotFoundException', 'There is no such store.');
      const rest = pathname.slice(folder.length);
      if (call.method === 'GET' && rest === '') return describe();
      if (call.method === 'POST' && rest === '/keys') return update(call);
      if (call.method === 'GET' && rest === '/keys') return list(call.url);
      const [, key] = /^\/keys\/([^/]+)$/.exec(rest) ?? [];
      const value = call.method === 'GET' && key ? values.get(decodeURIComponent(key)) : undefined;
      if (value === undefined) return refuse(404, 'ResourceNotFoundException', 'There is no such key.');
      return { status: 200, body: { Key: key, Value: value, ItemCount: values.size, TotalSizeInBytes: size(values) } };
    }),
    { values, updates: [] as string[][], onUpdate: () => {} },
  );

  const describe = (): ApiAnswer => ({
    status: 200,
    headers: { ETag: etag },
    body: {
      ItemCount: values.size,
      TotalSizeInBytes: size(values),
      KvsARN: STORE,
      Created: 1_700_000_000,
      Status: 'READY',
    },
  });

  function list({ searchParams }: URL): ApiAnswer {
    const [first, count] = [Number(searchParams.get('NextToken') ?? 0), Number(searchParams.get('MaxResults') ?? 10)];
    if (count > 50) return refuse(400, 'ValidationException', 'MaxResults is above 50.');
    const items = [...values].slice(first, first + count).map(([Key, Value]) => ({ Key, Value }));
    const next = first + count;
    return { status: 200, body: { Items: items, ...(next < values.size && { NextToken: String(next) }) } };
  }

  async function update(call: ApiCall): Promise<ApiAnswer> {
    if (call.headers['if-match'] !== etag) return refuse(409, 'ConflictException', 'The store has another version.');
    const { Puts = [], Deletes = [] } = jsonOf(call) as {
      Puts?: { Key: string; Value: string }[];
      Deletes?: { Key: string }[];
    };
    const keys = [...Puts, ...Deletes].map(({ Key }) => Key);
    const isValid =
      keys.length > 0 &&
      keys.length <= 50 &&
      new Set(keys).size === keys.length &&
      keys.every((key) => key.length > 0 && key.length <= 512) &&
      Puts.every(({ Value }) => Value.length <= 1024);
    if (!isValid) return refuse(400, 'ValidationException', 'The keys or values are not valid.');
    const next = new Map(values);
    for (const { Key, Value } of Puts) next.set(Key, Value);
    for (const { Key } of Deletes) next.delete(Key);
    if (size(next) > 5_000_000) return refuse(402, 'ServiceQuotaExceededException', 'The store is full.');
    values.clear();
    for (const [key, value] of next) values.set(key, value);
    etag = randomUUID();
    api.updates.push(keys);
    await api.onUpdate();
    return describe();
  }
  return api;
}

const size = (values: Map<string, string>): number =>
  [...values].reduce((sum, [key, value]) => sum + key.length + value.length, 0);

const refuse = (status: number, code: string, message: string): ApiAnswer => ({
  status,
  body: { message },
  headers: { 'x-amzn-ErrorType': code },
});

const ALGORITHM = 'AWS4-ECDSA-P256-SHA256';

/** Order of the group of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Whether the secret key has signed a request for all regions. @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function isSignedForAllRegions(
  { method, url, headers, body }: ApiCall,
  { accessKeyId, secretAccessKey }: Signer,
): boolean {
  const [, scope = '', names = '', signature = ''] =
    new RegExp(`^${ALGORITHM} Credential=${accessKeyId}/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$`).exec(
      headers.authorization ?? '',
    ) ?? [];
  if (!scope.endsWith('/cloudfront-keyvaluestore/aws4_request') || headers['x-amz-region-set'] !== '*') return false;
  const canonical = [
    method,
    url.pathname.split('/').map(encodeURIComponent).join('/'),
    url.search.slice(1),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = [ALGORITHM, headers['x-amz-date'], scope, hash].join('\n');
  return verify('sha256', Buffer.from(text), publicKey(accessKeyId, secretAccessKey), Buffer.from(signature, 'hex'));
}

/** The key pair that both sides derive from a secret (NIST SP 800-108, in counter mode). */
function publicKey(accessKeyId: string, secretAccessKey: string): ReturnType<typeof createPublicKey> {
  for (let counter = 1; counter < 255; counter += 1) {
    const input = Buffer.concat([
      Buffer.from([0, 0, 0, 1]),
      Buffer.from(`${ALGORITHM}\0${accessKeyId}`),
      Buffer.from([counter, 0, 0, 1, 0]),
    ]);
    const candidate = BigInt(`0x${createHmac('sha256', `AWS4A${secretAccessKey}`).update(input).digest('hex')}`);
    if (candidate > ORDER - 2n) continue;
    const pair = createECDH('prime256v1');
    pair.setPrivateKey((candidate + 1n).toString(16).padStart(64, '0'), 'hex');
    const point = pair.getPublicKey();
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } });
  }
  throw new Error('No key can be derived.');
}

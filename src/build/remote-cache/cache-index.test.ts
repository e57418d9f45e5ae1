import { hash } from 'node:crypto';

import { expect, test } from 'vitest';

import { type CacheIndex, signIndex, verifyIndex } from './cache-index.ts';
import { readCacheSettings } from './cache-settings.ts';
import { pack, unpack } from './pack.ts';

const none = { sha256: '', bytes: 0, contents: '' };
const index: CacheIndex = { version: 1, code: 'c', build: 'b', files: {}, shared: none, state: none, hosts: {} };
const KEY = 'k'.repeat(32);

test('an index is read with its key and at its place only, and with no byte changed', () => {
  const signed = signIndex(index, 's3://a/1-of-2', KEY);
  expect(verifyIndex(signed, 's3://a/1-of-2', KEY)).toEqual(index);
  expect(verifyIndex(signed, 's3://a/2-of-2', KEY)).toBeUndefined();
  expect(verifyIndex(signed, 's3://a/1-of-2', 'l'.repeat(32))).toBeUndefined();
  for (let at = 0; at < signed.length; at += 1) {
    const changed = Buffer.from(signed);
    changed[at]! ^= 1;
    expect(verifyIndex(changed, 's3://a/1-of-2', KEY)).toBeUndefined();
  }
  for (const text of ['', '\n', 'x', '{}'])
    expect(verifyIndex(Buffer.from(text), 's3://a/1-of-2', KEY)).toBeUndefined();
});

test('a pack gives its contents by their hashes, and nothing where a byte differs', () => {
  const contents = ['', 'a', 'b'.repeat(5000)].map((text) => Buffer.from(text));
  const packed = pack(contents);
  const entry = { sha256: hash('sha256', packed), bytes: packed.length, contents: '' };
  expect([...unpack(packed, entry)!]).toEqual(contents.map((content) => [hash('sha256', content), content]));
  const changed = Buffer.from(packed);
  changed[9]! ^= 1;
  for (const other of [changed, packed.subarray(1), undefined]) expect(unpack(other, entry)).toBeUndefined();
});

test('settings are read from the variables, and everything wrong with them is reported at once', () => {
  const url = 's3://builds/a/b/?region=eu-central-1&endpoint=http://127.0.0.1:9000';
  expect(readCacheSettings({ CACHE_URL: url, CACHE_KEY: KEY })).toEqual({
    bucket: 'builds',
    prefix: 'a/b/',
    region: 'eu-central-1',
    endpoint: 'http://127.0.0.1:9000',
    key: KEY,
  });
  expect(() => readCacheSettings({ CACHE_URL: 'https://x?endpoint=y&zone=1', CACHE_KEY: 'short' })).toThrow(
    /no address of a bucket[^]*"zone"[^]*endpoint of CACHE_URL[^]*CACHE_KEY is short/,
  );
  expect(() => readCacheSettings({ CACHE_URL: 's3://builds' })).toThrow('CACHE_KEY is missing');
});

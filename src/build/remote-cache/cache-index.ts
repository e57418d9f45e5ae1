import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a build stored, in an object that the key signs. All other objects are named by the hash of their content. */
export interface CacheIndex {
  version: 1;
  /** Digest of the program. Another program uses nothing of it. */
  code: string;
  /** Id of the build. */
  build: string;
  /** Hashes of single files by path: manifest, record and caches. They lie in the pack `state`. */
  files: Record<string, string>;
  /** Files that several hosts have, and those of the build as a whole. */
  shared: CachedPack;
  state: CachedPack;
  /** Packs by host. */
  hosts: Record<string, CachedPack>;
}

/** Several contents in an object. */
export interface CachedPack {
  /** SHA-256 of the object, and its name. */
  sha256: string;
  bytes: number;
  /** Digest of the hashes of its contents. */
  contents: string;
}

/**
 * Signs an index.
 * @param scope bucket, prefix and shard, so that the index of another place is refused
 */
export function signIndex(index: CacheIndex, scope: string, key: string): Buffer {
  const body = JSON.stringify(index);
  return Buffer.from(`${macOf(body, scope, key).toString('hex')}\n${body}`);
}

/** @returns undefined where another key signed it, or none */
export function verifyIndex(signed: Buffer, scope: string, key: string): CacheIndex | undefined {
  const end = signed.indexOf('\n');
  const mac = Buffer.from(signed.toString('latin1', 0, Math.max(end, 0)), 'hex');
  const body = signed.toString('utf8', end + 1);
  const expected = macOf(body, scope, key);
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined;
  return JSON.parse(body) as CacheIndex;
}

const macOf = (body: string, scope: string, key: string): Buffer =>
  createHmac('sha256', key).update(`${scope}\n${body}`).digest();

import { hash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import type { CachedPack } from './cache-index.ts';

const LENGTH_BYTES = 4;

/** Joins contents: a length and the bytes of each, compressed together. */
export function pack(contents: Buffer[]): Buffer {
  const parts = contents.flatMap((content) => {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(content.length);
    return [length, content];
  });
  return zstdCompressSync(Buffer.concat(parts));
}

/**
 * The contents of a pack by their hashes.
 * @returns undefined where the object is not the pack that a signed index describes
 */
export function unpack(packed: Buffer | undefined, { sha256, bytes }: CachedPack): Map<string, Buffer> | undefined {
  // The hash is compared first: no other byte is read of a pack that no build made.
  if (packed?.length !== bytes || hash('sha256', packed) !== sha256) return undefined;
  const joined = zstdDecompressSync(packed);
  const contents = new Map<string, Buffer>();
  for (let start = 0; start < joined.length;) {
    const end = start + LENGTH_BYTES + joined.readUInt32BE(start);
    const content = joined.subarray(start + LENGTH_BYTES, end);
    contents.set(hash('sha256', content), content);
    start = end;
  }
  return contents;
}

import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';

import type { Output } from '../../output/folders.ts';
import type { ManifestEdition } from '../../output/manifest.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import { compress, type Compressed, type Level } from './compress.ts';
import { pruneFolder } from './sealed-cache.ts';

/** Compressed files of the level `best`, by the hash of their content. */
const folderOf = ({ cache }: Output): string => `${cache}/compressed`;

const CHECKSUM_BYTES = 32;
const LENGTH_BYTES = 4;

/** Compresses a text, or reads the result of an earlier build. At the level `fast` reading a file takes longer than compressing. */
export function compressWithCache(output: Output, content: Buffer, sha256: string, level: Level): Compressed {
  if (level === 'fast') return compress(content, level);
  const folder = folderOf(output);
  const file = `${folder}/${sha256}`;
  const old = unpack(readIfPresent(file));
  if (old) return old;
  const forms = compress(content, level);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, pack(forms));
  return forms;
}

/** Removes cached files of texts that no edition has. */
export const pruneCompressionCache = (output: Output, editions: ManifestEdition[]): void =>
  pruneFolder(
    folderOf(output),
    () => new Set(editions.flatMap(({ files }) => Object.values(files).map(({ sha256 }) => sha256))),
  );

/** Checksum, length of the Brotli file, Brotli file, gzip file. */
function pack({ br, gz }: Compressed): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(br.length);
  const forms = Buffer.concat([length, br, gz]);
  return Buffer.concat([checksumOf(forms), forms]);
}

function unpack(packed: Buffer | undefined): Compressed | undefined {
  const forms = packed?.subarray(CHECKSUM_BYTES);
  if (!packed || !forms?.length || !checksumOf(forms).equals(packed.subarray(0, CHECKSUM_BYTES))) return undefined;
  const end = LENGTH_BYTES + forms.readUInt32BE();
  return { br: forms.subarray(LENGTH_BYTES, end), gz: forms.subarray(end) };
}

/** Includes the versions of the libraries, because another version compresses to other bytes. */
const checksumOf = (forms: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${process.versions.brotli} ${process.versions.zlib} `), forms]), 'buffer');

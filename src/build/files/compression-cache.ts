import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

import type { ManifestEdition } from '../../output/manifest.ts';
import { readIfThere } from '../../shared/read-if-there.ts';
import { compress, type Compressed, type Level } from './compress.ts';

/** What was compressed at the level `best` before, by the hash of its content. */
const FOLDER = '.cache/compressed';

const SEAL_BYTES = 32;
const LENGTH_BYTES = 4;

/** Compresses a text, or reads how it was compressed before. At the level `fast` a file would cost more than compressing again. */
export function compressed(content: Buffer, sha256: string, level: Level): Compressed {
  if (level === 'fast') return compress(content, level);
  const file = `${FOLDER}/${sha256}`;
  const old = unpack(readIfThere(file));
  if (old) return old;
  const forms = compress(content, level);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, pack(forms));
  return forms;
}

/** Forgets what no edition has any more. */
export function forgetCompressed(editions: ManifestEdition[]): void {
  if (!existsSync(FOLDER)) return;
  const used = new Set(editions.flatMap(({ files }) => Object.values(files).map(({ sha256 }) => sha256)));
  for (const name of readdirSync(FOLDER)) if (!used.has(name)) rmSync(`${FOLDER}/${name}`);
}

/** Both forms after their seal. */
function pack({ br, gz }: Compressed): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(br.length);
  const forms = Buffer.concat([length, br, gz]);
  return Buffer.concat([sealOf(forms), forms]);
}

function unpack(packed: Buffer | undefined): Compressed | undefined {
  const forms = packed?.subarray(SEAL_BYTES);
  if (!packed || !forms?.length || !sealOf(forms).equals(packed.subarray(0, SEAL_BYTES))) return undefined;
  const end = LENGTH_BYTES + forms.readUInt32BE();
  return { br: forms.subarray(LENGTH_BYTES, end), gz: forms.subarray(end) };
}

/** Changes with any byte, and with the libraries that compress: another one makes other bytes of the same content. */
const sealOf = (forms: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${process.versions.brotli} ${process.versions.zlib} `), forms]), 'buffer');

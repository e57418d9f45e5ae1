import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

import { compress, isText } from './compress.ts';
import { readIfThere } from './files.ts';
import type { ManifestEdition } from './manifest.ts';

/** What was compressed before, by the hash of its content. */
const FOLDER = '.cache/compressed';

const SEAL_BYTES = 32;
const LENGTH_BYTES = 4;

type Forms = Awaited<ReturnType<typeof compress>>;

/** Adds `.br` and `.gz` beside every text file. */
export async function withCompressed(files: Map<string, Buffer>): Promise<Map<string, Buffer>> {
  const texts = [...files].filter(([file]) => isText(file));
  const forms = await Promise.all(
    texts.map(async ([file, content]): Promise<[string, Buffer][]> => {
      const { br, gz } = await compressed(content);
      return [
        [`${file}.br`, br],
        [`${file}.gz`, gz],
      ];
    }),
  );
  return new Map([...files, ...forms.flat()]);
}

/** Forgets what no edition has any more. */
export function forgetCompressed(editions: ManifestEdition[]): void {
  const used = new Set(editions.flatMap(({ files }) => Object.values(files).map(({ sha256 }) => sha256)));
  mkdirSync(FOLDER, { recursive: true });
  for (const name of readdirSync(FOLDER)) if (!used.has(name)) rmSync(`${FOLDER}/${name}`);
}

const known = new Map<string, Promise<Forms>>();

/** Many editions have the same file. */
function compressed(content: Buffer): Promise<Forms> {
  const sha256 = hash('sha256', content);
  const forms = known.get(sha256) ?? compressOnce(sha256, content);
  known.set(sha256, forms);
  return forms;
}

async function compressOnce(sha256: string, content: Buffer): Promise<Forms> {
  const file = `${FOLDER}/${sha256}`;
  const old = unpack(readIfThere(file));
  if (old) return old;
  const forms = await compress(content);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, pack(forms));
  return forms;
}

/** Both forms after their own hash: whatever was cut or changed is noticed. */
function pack({ br, gz }: Forms): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(br.length);
  const forms = Buffer.concat([length, br, gz]);
  return Buffer.concat([hash('sha256', forms, 'buffer'), forms]);
}

function unpack(packed: Buffer | undefined): Forms | undefined {
  const forms = packed?.subarray(SEAL_BYTES);
  if (!packed || !forms?.length || !hash('sha256', forms, 'buffer').equals(packed.subarray(0, SEAL_BYTES)))
    return undefined;
  const end = LENGTH_BYTES + forms.readUInt32BE();
  return { br: forms.subarray(LENGTH_BYTES, end), gz: forms.subarray(end) };
}

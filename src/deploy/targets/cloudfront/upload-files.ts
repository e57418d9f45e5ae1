import { join } from 'node:path';

import { encodings } from '../../../output/content-encodings.ts';
import { contentTypeOf } from '../../../output/content-types.ts';
import type { Manifest, ManifestFile } from '../../../output/manifest.ts';
import { lstatIfPresent } from '../../../shared/files/lstat-if-present.ts';
import { required } from '../../../shared/required.ts';
import type { Bucket, ObjectHeaders } from '../../bucket/bucket.ts';
import { readDeployFile } from '../../read-deploy-file.ts';
import { forEachParallel } from '../../requests/for-each-parallel.ts';
import type { Transfer } from '../../target.ts';
import { FILES_FOLDER, filesWithForms } from './store-table.ts';

/** An object of the bucket, and the file with its content. */
export interface FileObject extends ManifestFile {
  /** Path below `dist/`. */
  path: string;
  headers: ObjectHeaders;
  /** Whether only pages of an earlier generation that are still open request it. */
  isKept: boolean;
}

/** A list has 1,000 keys: for more objects it takes fewer requests than to ask for each. */
const MAX_QUESTIONS = 200;

/**
 * Sends the files that the bucket does not have, each once. Visitors see nothing of them: the store names none yet.
 * @param check throws where the lease is lost
 */
export async function uploadFiles(
  bucket: Bucket,
  { dist, next, served, changed }: Transfer,
  check: () => void,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const before = served ? fileObjects(served) : new Map<string, FileObject>();
  const missing = [...fileObjects(next)].filter(([key]) => !before.has(key));
  const present =
    missing.length > MAX_QUESTIONS ? new Set(await Array.fromAsync(bucket.keys(FILES_FOLDER))) : undefined;
  const waiting = new Map(changed.map(({ path, bytes }) => [path, bytes]));
  await forEachParallel(missing, async ([key, file]) => {
    check();
    const isPresent = present ? present.has(key) : await bucket.has(key);
    const isLost = file.isKept && !lstatIfPresent(join(dist, file.path));
    if (!isPresent && !isLost) await bucket.write(key, readDeployFile(dist, file), file.headers);
    onBytes(waiting.get(file.path) ?? 0);
    waiting.delete(file.path);
  });
  // Equal files of several editions are sent once.
  for (const bytes of waiting.values()) onBytes(bytes);
}

/** Removes files that no kept generation names. */
export async function pruneFiles(bucket: Bucket, kept: Manifest[], check: () => void): Promise<void> {
  const named = new Set(kept.flatMap((manifest) => [...fileObjects(manifest).keys()]));
  const keys = await Array.fromAsync(bucket.keys(FILES_FOLDER));
  await forEachParallel(
    keys.filter((key) => isOwnKey(key) && !named.has(key)),
    async (key) => {
      check();
      await bucket.remove(key);
    },
  );
}

/** Whether a deployment may have written an object. */
export const isOwnKey = (key: string): boolean => /^[\w-]{16}(\.br|\.gz)?$/.test(key.slice(FILES_FOLDER.length));

/** The objects of a generation, by key. */
export function fileObjects({ editions }: Manifest): Map<string, FileObject> {
  const objects = new Map<string, FileObject>();
  for (const edition of editions)
    for (const [file, { id, path, endings }] of filesWithForms(edition))
      for (const ending of endings) {
        const { sha256, bytes } = required(edition.files[`${file}${ending}`] ?? edition.kept[`${file}${ending}`], file);
        const headers = {
          ContentType: contentTypeOf(file),
          ...(ending && { ContentEncoding: encodings[ending as keyof typeof encodings] }),
        };
        const object = { path: `${path}${ending}`, sha256, bytes, headers, isKept: !(file in edition.files) };
        const key = `${FILES_FOLDER}${id}${ending}`;
        if (objects.get(key)?.isKept !== false) objects.set(key, object);
      }
  return objects;
}

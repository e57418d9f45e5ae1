import type { Manifest } from '../../../output/manifest.ts';
import { parseManifest } from '../../plan/parse-manifest.ts';
import { forEachParallel } from './for-each-parallel.ts';
import type { Bucket } from './s3-bucket.ts';
import { contentKey, GENERATIONS_FOLDER, manifestKey, OBJECTS_FOLDER } from './s3-keys.ts';
import type { S3Lease } from './s3-lease.ts';
import { NO_STATE, readState, writeState } from './s3-state.ts';

/** Removes generations that are not kept, and contents that no kept generation names. Where all are kept, nothing is looked at. */
export async function pruneBucket(bucket: Bucket, lease: S3Lease, kept: string[]): Promise<void> {
  const state = (await readState(bucket)) ?? NO_STATE;
  const generations = state.generations.filter(({ build }) => kept.includes(build));
  if (generations.length === state.generations.length) return;
  // A manifest that cannot be read stops it: its contents are not known.
  const named = new Set<string>();
  for (const { build } of generations)
    for (const key of contentKeys(
      parseManifest((await bucket.read(manifestKey(build))) ?? '', `The manifest of generation ${build}`),
    ))
      named.add(key);
  lease.check();
  await writeState(bucket, { ...state, generations });
  const manifests = new Set(generations.map(({ build }) => manifestKey(build)));
  const removeUnless = async (folder: string, own: RegExp, keep: Set<string>): Promise<void> => {
    const keys = await Array.fromAsync(bucket.keys(folder));
    await forEachParallel(
      keys.filter((key) => own.test(key.slice(folder.length)) && !keep.has(key)),
      async (key) => {
        lease.check();
        await bucket.remove(key);
      },
    );
  };
  await removeUnless(GENERATIONS_FOLDER, /^[0-9a-f]{16}\.json$/, manifests);
  await removeUnless(OBJECTS_FOLDER, /^[0-9a-f]{32}$/, named);
}

const contentKeys = ({ editions }: Manifest): string[] =>
  editions.flatMap(({ files, kept }) => Object.values({ ...kept, ...files }).map(({ sha256 }) => contentKey(sha256)));

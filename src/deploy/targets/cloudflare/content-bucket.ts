import type { Manifest } from '../../../output/manifest.ts';
import { UserError } from '../../../shared/user-error.ts';
import { type Bucket, openBucket, OWN_FOLDER } from '../../bucket/bucket.ts';
import { objectKey } from '../../edge/file-places.ts';
import type { Credentials } from '../../requests/credentials.ts';
import { forEachParallel } from '../../requests/for-each-parallel.ts';
import type { CloudflareOptions } from './cloudflare-options.ts';
import { contentsOf } from './content-files.ts';
import { contentLost, type Contents } from './upload-contents.ts';

const OBJECTS_FOLDER = objectKey('');

/**
 * Opens the bucket of R2 whose objects the worker reads.
 * @returns undefined for a target that has none
 * @throws UserError where the environment has no credentials, or the bucket is that of a target of the type `cloudfront`
 */
export async function openContentBucket(
  { account, bucket, bucketApi = `https://${account}.r2.cloudflarestorage.com` }: CloudflareOptions,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Bucket | undefined> {
  if (bucket === undefined) return undefined;
  const opened = await openBucket({ bucket, region: 'auto', bucketApi, prefix: '' }, credentials, signal);
  for await (const _ of opened.keys(OWN_FOLDER))
    throw new UserError(
      `The bucket ${bucket} is that of a target of the type "cloudfront". Create one for this worker alone.`,
    );
  return opened;
}

/** Brings the contents that the bucket has not, each once. */
export async function uploadToBucket(bucket: Bucket, { contents, read, isNeeded, onStored }: Contents): Promise<void> {
  const present = new Set(await Array.fromAsync(bucket.keys(OBJECTS_FOLDER)));
  await forEachParallel(contents, async (content) => {
    const key = objectKey(content.hash);
    if (!present.has(key)) {
      const bytes = read(content);
      if (!bytes && isNeeded(content)) throw contentLost(content);
      // Kept for open pages, and lost: leaving it out takes nothing from visitors.
      if (!bytes) return;
      await bucket.write(key, bytes);
    }
    onStored(content);
  });
}

/** Removes contents that no kept generation has. @param check called before each removal; throws where the lease is lost */
export async function pruneContents(bucket: Bucket, kept: Manifest[], check: () => Promise<void>): Promise<void> {
  const named = new Set(kept.flatMap((manifest) => [...contentsOf(manifest).keys()].map(objectKey)));
  const keys = await Array.fromAsync(bucket.keys(OBJECTS_FOLDER));
  const unnamed = keys.filter((key) => /^[0-9a-f]{32}$/.test(key.slice(OBJECTS_FOLDER.length)) && !named.has(key));
  if (unnamed.length) await check();
  await forEachParallel(unnamed, (key) => bucket.remove(key));
}

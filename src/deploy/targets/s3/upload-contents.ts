import { readDeployFile } from '../../read-deploy-file.ts';
import type { DeployFile, Transfer } from '../../target.ts';
import { forEachParallel } from './for-each-parallel.ts';
import type { Bucket } from './s3-bucket.ts';
import { contentKey, OBJECTS_FOLDER } from './s3-keys.ts';
import type { S3Lease } from './s3-lease.ts';

/** A list has 1,000 keys: for more contents it takes fewer requests than to ask for each. */
const MAX_QUESTIONS = 200;

/** Sends the contents that the bucket does not have, each once. */
export async function uploadContents(
  bucket: Bucket,
  lease: S3Lease,
  { dist, changed }: Transfer,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const byKey = Map.groupBy(Object.values(changed).flat(), ({ sha256 }) => contentKey(sha256));
  const present = byKey.size > MAX_QUESTIONS ? await presentKeys(bucket) : undefined;
  const isPresent = async (key: string): Promise<boolean> => (present ? present.has(key) : bucket.has(key));
  await forEachParallel(byKey, async ([key, files]) => {
    lease.check();
    const [file] = files as [DeployFile];
    if (!(await isPresent(key))) await bucket.write(key, readDeployFile(dist, file));
    for (const { bytes } of files) onBytes(bytes);
  });
}

const presentKeys = async (bucket: Bucket): Promise<Set<string>> =>
  new Set(await Array.fromAsync(bucket.keys(OBJECTS_FOLDER)));

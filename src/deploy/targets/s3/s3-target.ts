import { UserError } from '../../../shared/user-error.ts';
import { DeployError } from '../../deploy-error.ts';
import type { Session, Target, Transfer } from '../../target.ts';
import { activateSite } from './activate-site.ts';
import { cloudfrontSession } from './cloudfront/cloudfront-session.ts';
import { describeStore } from './cloudfront/describe-store.ts';
import { readGenerations } from './cloudfront/numbered-generations.ts';
import { FILES_FOLDER } from './cloudfront/store-table.ts';
import { pruneBucket } from './prune-bucket.ts';
import { type Bucket, openBucket } from './s3-bucket.ts';
import { JOURNAL_KEY, manifestKey, OBJECTS_FOLDER, OWN_FOLDER } from './s3-keys.ts';
import { type S3Lease, takeLease } from './s3-lease.ts';
import type { S3Options } from './s3-options.ts';
import { readState } from './s3-state.ts';
import { isServed } from './site-objects.ts';
import { uploadContents } from './upload-contents.ts';

/**
 * A bucket: contents by hash, and copies of them at the paths of the site. With `cloudfront` it has files by hash only, and a function of
 * CloudFront chooses among them.
 */
export function s3Target(options: S3Options): Target {
  const { cloudfront } = options;
  let isExclusive = true;
  return {
    isAtomic: cloudfront !== undefined,
    keepsVary: false,
    carries: isServed,
    describe: (transfer) => [
      ...(cloudfront ? describeStore(transfer, cloudfront) : describeTransfer(transfer)),
      ...(isExclusive ? [] : [NOT_EXCLUSIVE]),
    ],
    async open(signal) {
      const bucket = await openBucket(options, signal);
      const hasState = (await (cloudfront ? readGenerations : readState)(bucket)) !== undefined;
      if (!hasState) await refuseForeignObjects(bucket, options, cloudfront ? FILES_FOLDER : OBJECTS_FOLDER);
      const lease = await takeLease(bucket);
      ({ isExclusive } = lease);
      return cloudfront ? cloudfrontSession(bucket, lease, cloudfront, signal) : sessionOf(bucket, lease);
    },
  };
}

const NOT_EXCLUSIVE =
  'The provider has no conditional writes (If-None-Match): two deployments that start at the same moment are not refused. Start only one.';

const sessionOf = (bucket: Bucket, lease: S3Lease): Session => ({
  async generations() {
    const state = await readState(bucket);
    return (state?.generations ?? []).map((generation) => ({
      ...generation,
      isServed: generation.build === state!.served,
    }));
  },
  async manifest(build) {
    const text = await bucket.read(manifestKey(build));
    if (text === undefined) throw new UserError(`The bucket has no ${manifestKey(build)}.`);
    return text;
  },
  upload: (transfer, onBytes) => uploadContents(bucket, lease, transfer, onBytes),
  activate: (transfer) => activateSite(bucket, lease, transfer),
  prune: (kept) => pruneBucket(bucket, lease, kept),
  readJournal: () => bucket.read(JOURNAL_KEY),
  writeJournal: (text) => (text === undefined ? bucket.remove(JOURNAL_KEY) : bucket.write(JOURNAL_KEY, text)),
  close: () => lease.release(),
});

function describeTransfer({ next, changed, removed }: Transfer): string[] {
  if (next.editions.some(({ host }) => `${host}/` === OBJECTS_FOLDER))
    throw new DeployError(
      'wrongUse',
      `A host cannot be named "${OBJECTS_FOLDER.slice(0, -1)}" in a bucket, which has a folder of this name.`,
    );
  const files = Object.values(changed).flat().length;
  return [
    `Bucket: up to ${files} objects are sent, ${files} copied and ${removed.length} removed.`,
    'A bucket sends Content-Type, Cache-Control and Content-Encoding of the header rules; the CDN in front has to send the others.',
  ];
}

/**
 * @param folder where a killed first deployment may have written
 * @throws UserError where objects of others, or of a target with other options, lie where the site would
 */
async function refuseForeignObjects(
  bucket: Bucket,
  { bucket: name, prefix }: S3Options,
  folder: string,
): Promise<void> {
  for await (const key of bucket.keys(''))
    if (!key.startsWith(OWN_FOLDER) && !key.startsWith(folder))
      throw new UserError(
        `Bucket "${name}" has objects of others, such as ${prefix}${key}. Set "prefix" to a folder that is empty, or name another bucket.`,
      );
}

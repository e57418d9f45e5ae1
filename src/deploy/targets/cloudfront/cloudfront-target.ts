import { UserError } from '../../../shared/user-error.ts';
import { Bucket, OWN_FOLDER } from '../../bucket/bucket.ts';
import type { Credentials } from '../../requests/credentials.ts';
import type { Target } from '../../target.ts';
import { takeLease } from './bucket-lease.ts';
import type { CloudfrontOptions } from './cloudfront-options.ts';
import { CloudfrontSession } from './cloudfront-session.ts';
import { readGenerations } from './numbered-generations.ts';
import { describeStore } from './store-limits.ts';
import { FILES_FOLDER } from './store-table.ts';

/** A bucket with files by their hash, among which a function of CloudFront chooses. */
export const cloudfrontTarget = (options: CloudfrontOptions, credentials: Credentials): Target => ({
  keepsVary: false,
  carries: () => true,
  describe: (transfer) => describeStore(transfer, options),
  async open(signal) {
    const bucket = await Bucket.open(options, credentials, signal);
    if (!(await readGenerations(bucket))) await refuseForeignObjects(bucket, options);
    return CloudfrontSession.open(bucket, await takeLease(bucket), options, credentials, signal);
  },
});

/** @throws UserError where objects of others lie where the site would */
async function refuseForeignObjects(bucket: Bucket, { bucket: name, prefix }: CloudfrontOptions): Promise<void> {
  for await (const key of bucket.keys(''))
    // A killed first deployment may have written these.
    if (!key.startsWith(OWN_FOLDER) && !key.startsWith(FILES_FOLDER))
      throw new UserError(
        `Bucket "${name}" has objects of others, such as ${prefix}${key}. Set "prefix" to a folder that is empty, or name another bucket.`,
      );
}

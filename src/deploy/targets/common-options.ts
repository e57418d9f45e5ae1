import { z } from 'zod';

import { ASSET_DAYS } from '../../output/retain-assets.ts';
import { purgerSchema } from '../purgers/registry.ts';

export const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no name of a bucket');

/** Options of every target. */
export const commonOptions = {
  /**
   * Generations that stay in the target: `--to` can go back to them. Older ones are removed after a deployment that had no error.
   * @default 5
   */
  keep: z.int().min(1).max(1000).default(5),
  /**
   * Days for which hashed files that a generation no longer has are served for pages that are open. Those of the generations in the target stay
   * longer. @default 14
   */
  assetDays: z.int().min(1).max(3650).default(ASSET_DAYS),
  /** Caches in front of the target, which have to forget the URLs that changed. @default [] */
  purge: z.array(purgerSchema).default([]),
  /** Fetches changed URLs after a deployment, and compares them with the build. `false` leaves it out. */
  verify: z
    .union([
      z.literal(false),
      z.strictObject({
        /**
         * Address to connect to instead of each host's own, such as `http://127.0.0.1:8080` of a server behind the CDN. Requests carry the name of
         * the host. @default undefined
         */
        address: z
          .url({ protocol: /^https?$/, error: 'is no address. Write one such as "http://127.0.0.1:8080"' })
          .optional(),
        /** Most URLs to fetch. Where more changed, they are spread evenly over all changes. @default 500 */
        maxUrls: z.int().min(1).default(500),
      }),
    ])
    .prefault({}),
};

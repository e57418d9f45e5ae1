import { z } from 'zod';

import { bucketName, commonOptions } from '../common-options.ts';

/**
 * A bucket of AWS S3 behind CloudFront, with a function that answers from a key value store. Credentials are `AWS_ACCESS_KEY_ID`,
 * `AWS_SECRET_ACCESS_KEY` and, for temporary ones, `AWS_SESSION_TOKEN`.
 */
export const cloudfrontSchema = z.strictObject({
  type: z.literal('cloudfront'),
  ...commonOptions,
  /** Name of the bucket. */
  bucket: bucketName,
  /** Region of the bucket. @default 'us-east-1' */
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'is no name of a region')
    .default('us-east-1'),
  /** Folder of the bucket that the site has to itself, with a final slash; empty for the whole bucket. @default '' */
  prefix: z
    .string()
    .regex(/^(?:[A-Za-z0-9_-]+\/)*$/, 'is no folder of a bucket. Write it such as "site/"')
    .default(''),
  /**
   * Key value store, which the site has to itself.
   * @example 'arn:aws:cloudfront::123456789012:key-value-store/8562a61f-caba-2845-9d99-b97diwae5d3c'
   */
  store: z.string().regex(/^arn:[a-z-]+:cloudfront::\d{12}:key-value-store\/[A-Za-z0-9-]+$/, {
    error: 'is no ARN of a key value store. Copy it from the list of key value stores',
  }),
  /** Name of the function. Deployments create it, and publish it again where its code has changed. @default 'site' */
  function: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'is no name of a function' })
    .default('site'),
  /** API of S3. @default that of AWS */
  bucketApi: z.url().optional(),
  /** @default 'https://cloudfront.amazonaws.com' */
  api: z.url().optional(),
  /** @default that of the account in `store` */
  storeApi: z.url().optional(),
});

export type CloudfrontOptions = z.output<typeof cloudfrontSchema>;

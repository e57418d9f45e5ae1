import { z } from 'zod';

import { bucketName, commonOptions } from '../common-options.ts';
import { cloudfrontOptions } from './cloudfront/cloudfront-options.ts';

/**
 * A bucket of AWS S3, R2, MinIO, Ceph or another provider with the API of S3. Credentials are `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and,
 * for temporary ones, `AWS_SESSION_TOKEN`.
 */
export const s3Schema = z.strictObject({
  type: z.literal('s3'),
  ...commonOptions,
  /** Name of the bucket. */
  bucket: bucketName,
  /** Region of the bucket; `auto` for R2. @default 'us-east-1' */
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'is no name of a region')
    .default('us-east-1'),
  /**
   * Address of the API. Left out for AWS.
   * @example 'https://<account>.r2.cloudflarestorage.com'
   */
  endpoint: z.url({ protocol: /^https?$/, error: 'is no address. Write one such as "https://s3.example"' }).optional(),
  /** Folder of the bucket that the site has to itself, with a final slash; empty for the whole bucket. @default '' */
  prefix: z
    .string()
    .regex(/^(?:[A-Za-z0-9_-]+\/)*$/, 'is no folder of a bucket. Write it such as "site/"')
    .default(''),
  /** Has a function of CloudFront choose host, language and file, and switches generations as a whole. @default undefined */
  cloudfront: cloudfrontOptions.optional(),
});

export type S3Options = z.output<typeof s3Schema>;

/** A folder of a bucket. */
export type BucketPlace = Pick<S3Options, 'bucket' | 'region' | 'endpoint' | 'prefix'>;

import { z } from 'zod';

import { bucketName, commonOptions } from '../common-options.ts';

/**
 * Cloudflare Workers with static assets: a worker answers for all hosts of an account. `CLOUDFLARE_API_TOKEN` needs Account, Workers
 * Scripts, Edit and Account, D1, Edit.
 */
export const cloudflareSchema = z.strictObject({
  type: z.literal('cloudflare'),
  ...commonOptions,
  /** Id of the account. */
  account: z.string().regex(/^[0-9a-f]{32}$/, 'is no account id. Copy it from the overview of Workers'),
  /** Name of the worker. The first deployment creates it; routes lead hosts to it. */
  worker: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,53}[a-z0-9]$/, 'is no name of a worker. Use lower-case letters, digits and hyphens'),
  /** Id of a D1 database, for the lease, the generations and their manifests. */
  database: z.string().regex(/^[0-9a-f-]{36}$/, 'is no id of a D1 database'),
  /**
   * Plan of Workers, which decides the limits: 20,000 files and a worker of 3 MB, or 100,000 files and 10 MB.
   * @default 'free'
   */
  plan: z.enum(['free', 'paid']).default('free'),
  /**
   * Bucket of R2 that holds the files in place of static assets, and nothing else: for more files, or larger ones. `AWS_ACCESS_KEY_ID` and
   * `AWS_SECRET_ACCESS_KEY` are its credentials. @default none
   */
  bucket: bucketName.optional(),
  /** API of S3 of that bucket. @default 'https://<account>.r2.cloudflarestorage.com' */
  bucketApi: z.url().optional(),
  /** @default 'https://api.cloudflare.com/client/v4' */
  api: z.url().default('https://api.cloudflare.com/client/v4'),
});

export type CloudflareOptions = z.output<typeof cloudflareSchema>;

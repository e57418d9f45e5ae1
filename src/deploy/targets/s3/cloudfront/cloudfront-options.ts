import { z } from 'zod';

/** CloudFront in front of a bucket, with a function that answers from a key value store. Credentials are those of the bucket. */
export const cloudfrontOptions = z.strictObject({
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
  /** @default 'https://cloudfront.amazonaws.com' */
  api: z.url().optional(),
  /** @default that of the account in `store` */
  storeApi: z.url().optional(),
});

export type CloudfrontOptions = z.output<typeof cloudfrontOptions>;

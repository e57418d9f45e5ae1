import { z } from 'zod';

import { UserError } from '../../../shared/user-error.ts';
import type { Bucket } from './s3-bucket.ts';
import { STATE_KEY } from './s3-keys.ts';

const schema = z.object({
  /** Build that visitors get; null before the first deployment has ended. */
  served: z.string().nullable(),
  /** Builds that can be served, newest first. */
  generations: z.array(z.object({ build: z.string(), deployedAt: z.string() })),
  /** Builds that killed deployments have begun to copy since `served`: some of their objects are at paths of the site. */
  unfinished: z.array(z.string()),
});

export type S3State = z.output<typeof schema>;

export const NO_STATE: S3State = { served: null, generations: [], unfinished: [] };

/** @returns undefined before the first deployment */
export async function readState(bucket: Bucket): Promise<S3State | undefined> {
  const text = await bucket.read(STATE_KEY);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new UserError(
      `${STATE_KEY} of the bucket is damaged. Put an earlier version of it back, or deploy to another prefix.`,
      { cause: error },
    );
  }
}

export const writeState = (bucket: Bucket, state: S3State): Promise<void> =>
  bucket.write(STATE_KEY, JSON.stringify(state));

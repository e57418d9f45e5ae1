import { hash } from 'node:crypto';

import type { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { z } from 'zod';

import { required } from '../../shared/required.ts';
import type { PurgeRequest, Purger } from '../purger.ts';
import { cloudfrontClient } from '../requests/cloudfront-client.ts';
import { explained } from '../requests/cloudfront-error.ts';
import type { Credentials } from '../requests/credentials.ts';
import { inGroups } from '../requests/in-groups.ts';
import { retry, TransientError } from '../requests/retry.ts';
import { pluralize } from './purge-calls.ts';

/**
 * Paths of a distribution whose invalidation can be in progress. They are sent in turn, each after the one before has ended.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html (read in November 2026)
 */
const PATHS_IN_PROGRESS = 3000;

/** An invalidation takes seconds; the documentation promises nothing. */
const SECONDS_OF_INVALIDATION = 20;
const MAX_WAIT_SECONDS = 1800;

/** Attempts while invalidations of others are in progress: about ten minutes. */
const ATTEMPTS = 40;

export const cloudfrontSchema = z.strictObject({
  type: z.literal('cloudfront'),
  /** Id of the distribution that has all hosts. */
  distribution: z
    .string()
    .regex(/^[A-Z0-9]+$/, { error: 'is no id of a distribution. Copy it from the list of distributions' }),
  /**
   * With more changed paths, all paths are invalidated, which counts as one.
   * @default 500
   */
  maxPaths: z.int().positive().default(500),
  /** @default 'https://cloudfront.amazonaws.com' */
  api: z.url().optional(),
});

type Settings = z.output<typeof cloudfrontSchema>;

/**
 * Invalidates paths of a distribution of CloudFront, for all its hosts: an invalidation names no host. Credentials come from
 * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and, for temporary ones, `AWS_SESSION_TOKEN`.
 */
export function cloudfrontPurger(settings: Settings, credentials: Credentials): Purger {
  const ofDistribution = credentials.aws(`the distribution ${settings.distribution}`);
  return {
    // A distribution counts a header only where its cache policy names it.
    keepsVary: false,
    describe(request) {
      const paths = pathsOf(request, settings);
      const calls = Math.ceil(paths.length / PATHS_IN_PROGRESS);
      const counted = paths[0] === EVERYTHING ? 'all paths, which count as one,' : pluralize(paths.length, 'path');
      const note = `CloudFront invalidates ${counted} on all hosts of ${settings.distribution}; 1,000 paths a month and account are free, each further one costs $0.005.`;
      return { calls, seconds: calls * SECONDS_OF_INVALIDATION, note };
    },
    async purge(request, signal, id) {
      const client = await cloudfrontClient(ofDistribution, settings.api);
      const invalidateAll = async (): Promise<void> => {
        for (const paths of inGroups(pathsOf(request, settings), PATHS_IN_PROGRESS))
          await invalidate(client, settings.distribution, paths, id, signal);
      };
      const action = `invalidating paths of ${settings.distribution}`;
      await explained(action, invalidateAll, credentials, signal).finally(() => client.destroy());
    },
  };
}

const EVERYTHING = '/*';

/** A path stands for all hosts of the distribution, so that a change on 38 hosts is one path. */
function pathsOf({ urls, editions, isEverything }: PurgeRequest, { maxPaths }: Settings): string[] {
  const all = [...urls, ...editions.flatMap((edition) => edition.urls)].map((url) => new URL(url));
  const paths = [...new Set(all.map(({ pathname, search }) => `${pathname}${search}`))];
  return isEverything || paths.length > maxPaths ? [EVERYTHING] : paths.toSorted();
}

/**
 * Starts an invalidation and waits for its end. One with the same reference is the same to CloudFront, and costs nothing: so a run goes on with
 * the invalidation of a killed run.
 */
async function invalidate(
  client: CloudFrontClient,
  DistributionId: string,
  paths: string[],
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const sdk = await import('@aws-sdk/client-cloudfront');
  const CallerReference = hash('sha256', [id, ...paths].join('\n')).slice(0, 32);
  const InvalidationBatch = { CallerReference, Paths: { Quantity: paths.length, Items: paths } };
  const command = new sdk.CreateInvalidationCommand({ DistributionId, InvalidationBatch });
  const { Invalidation } = await retry(
    () =>
      client.send(command, { abortSignal: signal }).catch((error: Error) => {
        if (error.name === 'TooManyInvalidationsInProgress')
          throw new TransientError('too many invalidations are in progress', { cause: error });
        throw error;
      }),
    { signal, attempts: ATTEMPTS },
  );
  await sdk.waitUntilInvalidationCompleted(
    { client, maxWaitTime: MAX_WAIT_SECONDS, minDelay: 1, maxDelay: 10, abortSignal: signal },
    { DistributionId, Id: required(Invalidation?.Id, 'Id') },
  );
}

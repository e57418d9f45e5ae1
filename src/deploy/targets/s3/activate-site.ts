import { formatManifest } from '../../../build/files/assemble-manifest.ts';
import type { Manifest } from '../../../output/manifest.ts';
import { UserError } from '../../../shared/user-error.ts';
import { leaseLost } from '../../lease.ts';
import { parseManifest } from '../../plan/parse-manifest.ts';
import type { Transfer } from '../../target.ts';
import { forEachParallel } from './for-each-parallel.ts';
import type { Bucket } from './s3-bucket.ts';
import { contentKey, manifestKey } from './s3-keys.ts';
import type { S3Lease } from './s3-lease.ts';
import { readState, NO_STATE, writeState } from './s3-state.ts';
import { isSameObject, siteObjects } from './site-objects.ts';

/**
 * Copies the contents that differ to the paths of the site: assets, then other files, then pages; then removes paths that the generation does
 * not have. The state names the generation before the first copy, so that a later run knows which paths may differ.
 */
export async function activateSite(bucket: Bucket, lease: S3Lease, { next, served }: Transfer): Promise<void> {
  lease.check();
  const state = (await readState(bucket)) ?? NO_STATE;
  if (served && served.build !== state.served) throw leaseLost();
  const unfinished = await Promise.all(state.unfinished.map((build) => manifestOf(bucket, build)));
  const before = [served, ...unfinished].map((manifest) => manifest && siteObjects(manifest));
  await bucket.write(manifestKey(next.build), formatManifest(next));
  await writeState(bucket, { ...state, unfinished: [...new Set([...state.unfinished, next.build])] });

  const objects = siteObjects(next);
  const differing = [...objects].filter(([key, object]) =>
    before.some((earlier) => !isSameObject(object, earlier?.get(key))),
  );
  for (const kind of ['assets', 'files', 'pages'] as const)
    await forEachParallel(
      differing.filter(([, object]) => object.kind === kind),
      async ([key, object]) => {
        lease.check();
        await bucket.copy(contentKey(object.sha256), key, object.headers);
      },
    );
  const earlierKeys = new Set(before.flatMap((earlier) => [...(earlier?.keys() ?? [])]));
  await forEachParallel(earlierKeys.difference(objects), async (key) => {
    lease.check();
    await bucket.remove(key);
  });

  lease.check();
  const generation = { build: next.build, deployedAt: new Date().toISOString() };
  const others = state.generations.filter(({ build }) => build !== next.build);
  await writeState(bucket, { served: next.build, generations: [generation, ...others], unfinished: [] });
}

/** @returns undefined where the manifest is missing or refused: then every path may differ */
async function manifestOf(bucket: Bucket, build: string): Promise<Manifest | undefined> {
  try {
    return parseManifest((await bucket.read(manifestKey(build))) ?? '', `The manifest of generation ${build}`);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

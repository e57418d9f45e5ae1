import { hash } from 'node:crypto';

import packageManifest from '../../../package.json' with { type: 'json' };
import { DIST } from '../../output/folders.ts';
import { type Manifest, type ManifestEdition, manifestFile } from '../../output/manifest.ts';
import { memoize } from '../../shared/memoize.ts';
import { readIfPresent } from '../../shared/read-if-present.ts';
import { formerPolicies } from './former-csp.ts';

/** @param last manifest of the last build */
export function buildManifest(editions: ManifestEdition[], last: Manifest | undefined): Manifest {
  const { version } = packageManifest;
  const build = buildId(version, editions);
  const [nextBuild = null] = editions.flatMap((edition) => edition.nextBuild ?? []).toSorted();
  return { version, build, nextBuild, editions, former: formerPolicies(editions, last) };
}

/** Builds with the same bytes have the same id. Retained files and former policies do not count. */
function buildId(version: string, editions: ManifestEdition[]): string {
  const parts = editions.map(textOf);
  return hash('sha256', [version, ...parts].join('\n')).slice(0, 16);
}

/** Editions without changes are the same objects as in the last build. */
const textOf = memoize((edition: ManifestEdition) => JSON.stringify({ ...edition, kept: {} }));

/** The manifest of the build in `dist/`; undefined where it is missing or damaged. */
export function readManifestIfIntact(): Manifest | undefined {
  const text = readIfPresent(manifestFile(DIST));
  try {
    // Manifests of older programs have no former policies.
    const manifest = { former: {}, ...JSON.parse(String(text)) } as Manifest;
    return buildId(manifest.version, manifest.editions) === manifest.build ? manifest : undefined;
  } catch (error) {
    // The file is no JSON, or JSON of another program.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

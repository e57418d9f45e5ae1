import { hash } from 'node:crypto';

import packageManifest from '../../../package.json' with { type: 'json' };
import { DIST } from '../../output/folders.ts';
import { type Manifest, type ManifestEdition, manifestFile } from '../../output/manifest.ts';
import { readIfThere } from '../../shared/read-if-there.ts';
import { formerPolicies } from './former-policies.ts';

/** @param last the build before */
export function toManifest(editions: ManifestEdition[], last: Manifest | undefined): Manifest {
  const { version } = packageManifest;
  const build = buildId(version, editions);
  const [nextBuild = null] = editions.flatMap((edition) => edition.nextBuild ?? []).toSorted();
  return { version, build, nextBuild, editions, former: formerPolicies(editions, last) };
}

/** Two builds that give the same bytes have the same id. Kept files and former policies are no part of it. */
function buildId(version: string, editions: ManifestEdition[]): string {
  const parts = editions.map((edition) => JSON.stringify({ ...edition, kept: {} }));
  return hash('sha256', [version, ...parts].join('\n')).slice(0, 16);
}

/** The manifest of the build in `dist/`; nothing where there is none, or none that is whole. */
export function readLastManifest(): Manifest | undefined {
  const text = readIfThere(manifestFile(DIST));
  try {
    // A build of an older program has no former policies.
    const manifest = { former: {}, ...JSON.parse(String(text)) } as Manifest;
    return buildId(manifest.version, manifest.editions) === manifest.build ? manifest : undefined;
  } catch (error) {
    // It is no JSON, or the JSON of another program.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

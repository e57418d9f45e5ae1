import packageManifest from '../../../package.json' with { type: 'json' };
import { formerPolicies } from '../../output/former-csp.ts';
import { buildId, type Manifest, type ManifestEdition } from '../../output/manifest.ts';

/** @param last manifest of the last build */
export function buildManifest(editions: ManifestEdition[], last: Manifest | undefined): Manifest {
  const { version } = packageManifest;
  const build = buildId(version, editions);
  const [nextBuild = null] = editions.flatMap((edition) => edition.nextBuild ?? []).toSorted();
  const dictionaries = editions.some(({ dictionary }) => dictionary);
  return { version, build, nextBuild, editions, dictionaries, former: formerPolicies(editions, last) };
}

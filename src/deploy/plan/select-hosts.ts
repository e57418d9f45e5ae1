import { buildId, type Manifest } from '../../output/manifest.ts';
import { DeployError } from '../deploy-error.ts';

/**
 * The served generation with the editions of some hosts exchanged for those of a build. A host that the build has no longer is removed.
 * @throws DeployError for a host that neither has
 */
export function selectHosts(built: Manifest, served: Manifest | undefined, hosts: string[]): Manifest {
  const before = served?.editions ?? [];
  const known = new Set([...built.editions, ...before].map(({ host }) => host));
  const unknown = hosts.filter((host) => !known.has(host));
  if (unknown.length)
    throw new DeployError(
      'wrongUse',
      `--host names ${unknown.join(', ')}, which neither the build nor the target has. Correct the name.`,
    );
  const roots = built.editions.map(({ root }) => root);
  const editions = [
    ...before.filter(({ host }) => !hosts.includes(host)),
    ...built.editions.filter(({ host }) => hosts.includes(host)),
  ].toSorted((a, b) => rank(roots, a.root) - rank(roots, b.root));
  const [nextBuild = null] = editions.flatMap((edition) => edition.nextBuild ?? []).toSorted();
  return { ...built, build: buildId(built.version, editions), nextBuild, editions };
}

/** Editions that the build has no longer come last. */
const rank = (roots: string[], root: string): number => (roots.includes(root) ? roots.indexOf(root) : roots.length);

import { formerPolicies } from '../../output/former-csp.ts';
import type { Manifest, ManifestEdition, ManifestFiles } from '../../output/manifest.ts';
import type { DeployFile, Target, Transfer } from '../target.ts';

/**
 * Compares a generation with the served one.
 * @param next of a build, or a generation of the target
 */
export function planTransfer(
  dist: string,
  next: Manifest,
  served: Manifest | undefined,
  carries: Target['carries'],
): Transfer {
  const transfer = { dist, next: retainAssets(next, served), served };
  const [before, after] = [filesByPath(served), filesByPath(transfer.next)];
  return {
    ...transfer,
    changed: [...after.values()].filter(({ path, sha256 }) => carries(path) && before.get(path)?.sha256 !== sha256),
    removed: [...before.keys()].filter((path) => !after.has(path) && carries(path)),
  };
}

/** Adds the hashed files and policies of the served generation: pages that are open, or on their way, need them. */
function retainAssets(next: Manifest, served: Manifest | undefined): Manifest {
  const before = new Map(served?.editions.map((edition) => [edition.root, edition]));
  const editions = next.editions.map((edition) => retain(edition, before.get(edition.root)));
  return { ...next, editions, former: formerPolicies(editions, served) };
}

function retain(edition: ManifestEdition, before: ManifestEdition | undefined): ManifestEdition {
  const assets = Object.entries(before?.files ?? {}).filter(
    ([file]) => file.startsWith('_astro/') && !(file in edition.files),
  );
  const kept: ManifestFiles = { ...edition.kept, ...Object.fromEntries(assets) };
  return { ...edition, kept };
}

function filesByPath(manifest: Manifest | undefined): Map<string, DeployFile> {
  const files = new Map<string, DeployFile>();
  for (const { root, files: own, kept } of manifest?.editions ?? [])
    for (const [file, { sha256, bytes }] of Object.entries({ ...kept, ...own }))
      files.set(`${root}/${file}`, { path: `${root}/${file}`, sha256, bytes });
  return files;
}

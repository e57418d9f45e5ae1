import { formerPolicies } from '../../output/former-csp.ts';
import type { Manifest } from '../../output/manifest.ts';
import { retainAssets, type Retention } from '../../output/retain-assets.ts';
import { filesByPath } from '../files-by-path.ts';
import type { Target, Transfer } from '../target.ts';

/**
 * Compares a generation with the served one.
 * @param next of a build, or a generation of the target
 * @param retention of the hashed files that `next` lacks
 */
export function planTransfer(
  dist: string,
  next: Manifest,
  served: Manifest | undefined,
  carries: Target['carries'],
  retention: Retention,
  isResumed: boolean,
): Transfer {
  const transfer = { dist, next: retain(next, served, retention), served, isResumed };
  const [before, after] = [filesByPath(served), filesByPath(transfer.next)];
  return {
    ...transfer,
    changed: [...after.values()].filter(({ path, sha256 }) => carries(path) && before.get(path)?.sha256 !== sha256),
    removed: [...before.keys()].filter((path) => !after.has(path) && carries(path)),
    expired: [...filesByPath(next).keys()].filter((path) => !after.has(path)),
  };
}

/** Adds the hashed files and policies of the served generation and of those before: pages that are open, or on their way, need them. */
function retain(next: Manifest, served: Manifest | undefined, retention: Retention): Manifest {
  const before = new Map(served?.editions.map((edition) => [edition.root, edition]));
  const editions = next.editions.map((edition) => {
    // Files that only earlier builds of this machine had were never served.
    const known = served ? before.get(edition.root) : edition;
    return { ...edition, kept: retainAssets(edition.files, known, { ...retention, before: served?.build }) };
  });
  return { ...next, editions, former: formerPolicies(editions, served) };
}

import { DIST } from '../../output/folders.ts';
import type { Manifest, ManifestFile } from '../../output/manifest.ts';
import { setContentTime } from '../files/content-time.ts';
import { isIntact } from '../files/reuse-files.ts';

/** Roots of the editions in `dist/` of which every file is what the manifest says. A copy that lost its time gets it back. */
export const wholeRoots = (manifest: Manifest | undefined): Set<string> =>
  new Set(
    manifest?.editions
      .filter(({ root, files }) =>
        Object.entries(files).every(([file, entry]) => isWhole(`${DIST}/${root}/${file}`, entry)),
      )
      .map(({ root }) => root),
  );

function isWhole(path: string, entry: ManifestFile): boolean {
  if (!isIntact(path, entry)) return false;
  setContentTime(path, entry.sha256);
  return true;
}

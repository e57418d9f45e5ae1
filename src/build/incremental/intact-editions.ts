import { DIST } from '../../output/folders.ts';
import type { Manifest, ManifestFile } from '../../output/manifest.ts';
import { setContentTime } from '../files/mtime-from-hash.ts';
import { isIntact } from '../files/reuse-files.ts';

/** Roots of the editions in `dist/` whose files all match the manifest. Restores file times that a copy lost. */
export const intactEditions = (manifest: Manifest | undefined): Set<string> =>
  new Set(
    manifest?.editions
      .filter(({ root, files }) =>
        Object.entries(files).every(([file, entry]) => isIntactFile(`${DIST}/${root}/${file}`, entry)),
      )
      .map(({ root }) => root),
  );

function isIntactFile(path: string, entry: ManifestFile): boolean {
  if (!isIntact(path, entry)) return false;
  setContentTime(path, entry.sha256);
  return true;
}

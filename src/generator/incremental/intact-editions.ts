import type { Output } from '../../output/folders.ts';
import type { Manifest } from '../../output/manifest.ts';
import { clearTimeIfDamaged, isIntact } from '../../output/reuse-files.ts';

/** Roots of the editions in `dist/` whose files all match the manifest. */
export const intactEditions = ({ dist }: Output, manifest: Manifest | undefined): Set<string> =>
  new Set(
    manifest?.editions
      .filter(({ root, files }) =>
        Object.entries(files).every(([file, entry]) => isIntact(`${dist}/${root}/${file}`, entry)),
      )
      .map(({ root }) => root),
  );

/** Reads all files of a build, so that {@link intactEditions} also finds damage that kept size and time of a file. */
export function exposeDamage({ dist }: Output, manifest: Manifest | undefined): void {
  for (const { root, files } of manifest?.editions ?? [])
    for (const [file, entry] of Object.entries(files)) clearTimeIfDamaged(`${dist}/${root}/${file}`, entry);
}

import { existsSync, renameSync, rmSync } from 'node:fs';

import type { Output } from '../../output/folders.ts';
import { manifestFile } from '../../output/manifest.ts';
import { exchangeFolders } from './exchange-folders.ts';

/**
 * Removes the folders of a killed build, and restores the last build where it was killed during the swap. A complete build in `dist.next/`
 * stays for `stageLastBuild`; its manifest was written last.
 */
export function recoverDist({ dist, next, old }: Output): void {
  if (!existsSync(dist) && existsSync(old)) renameSync(old, dist);
  rmSync(old, { recursive: true, force: true });
  if (!existsSync(manifestFile(next))) rmSync(next, { recursive: true, force: true });
}

/** Swaps in the new build; the last build is in `dist.next/` then. Where the system can exchange folders, `dist/` is complete at any moment. */
export async function swapDist(output: Output): Promise<void> {
  const { dist, next, old } = output;
  if (!existsSync(dist)) return renameSync(next, dist);
  if (await exchangeFolders(output)) return;
  renameSync(dist, old);
  renameSync(next, dist);
  renameSync(old, next);
}

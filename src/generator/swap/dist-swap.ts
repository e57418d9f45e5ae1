import { existsSync, renameSync, rmSync } from 'node:fs';

import { DIST, NEXT } from '../../output/folders.ts';
import { manifestFile } from '../../output/manifest.ts';
import { exchangeFolders } from './exchange-folders.ts';

/** The last build, during a swap in two renames. */
const OLD = 'dist.old';

/**
 * Removes the folders of a killed build, and restores the last build where it was killed during the swap. A complete build in {@link NEXT}
 * stays for `stageLastBuild`; its manifest was written last.
 */
export function recoverDist(): void {
  if (!existsSync(DIST) && existsSync(OLD)) renameSync(OLD, DIST);
  rmSync(OLD, { recursive: true, force: true });
  if (!existsSync(manifestFile(NEXT))) rmSync(NEXT, { recursive: true, force: true });
}

/** Swaps in the new build; the last build is in {@link NEXT} then. Where the system can exchange folders, `dist/` is complete at any moment. */
export async function swapDist(): Promise<void> {
  if (!existsSync(DIST)) return renameSync(NEXT, DIST);
  if (await exchangeFolders(NEXT, DIST)) return;
  renameSync(DIST, OLD);
  renameSync(NEXT, DIST);
  renameSync(OLD, NEXT);
}

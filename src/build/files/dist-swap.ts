import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';

import { DIST, NEXT } from '../../output/folders.ts';
import { manifestFile } from '../../output/manifest.ts';

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
export function swapDist(): void {
  if (!existsSync(DIST)) return renameSync(NEXT, DIST);
  if (exchange(NEXT, DIST)) return;
  renameSync(DIST, OLD);
  renameSync(NEXT, DIST);
  renameSync(OLD, NEXT);
}

/** Exchanges two folders in one step with renameat2 of Linux, which Node lacks and Perl can call by number. */
function exchange(a: string, b: string): boolean {
  const calls: Partial<Record<NodeJS.Architecture, number>> = { x64: 316, arm64: 276 };
  const call = process.platform === 'linux' && calls[process.arch];
  if (!call) return false;
  const script = 'my ($a, $b) = @ARGV; exit(syscall($ENV{CALL} + 0, -100, $a, -100, $b, 2) == 0 ? 0 : 1)';
  return spawnSync('perl', ['-e', script, a, b], { env: { ...process.env, CALL: String(call) } }).status === 0;
}

import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';

import { DIST, NEXT } from '../../output/folders.ts';

/** The last good build, for the moment in which two folders cannot be exchanged at once. */
const OLD = 'dist.old';

/** Clears away what a build that was killed has left, and puts the last good one back if it is not in its place. */
export function recover(): void {
  if (!existsSync(DIST) && existsSync(OLD)) renameSync(OLD, DIST);
  rmSync(OLD, { recursive: true, force: true });
  rmSync(NEXT, { recursive: true, force: true });
}

/** Puts the new build in the place of the last one. There is no moment without a complete `dist/` where the system can exchange folders. */
export function swap(): void {
  if (!existsSync(DIST)) renameSync(NEXT, DIST);
  else if (!exchange(NEXT, DIST)) {
    renameSync(DIST, OLD);
    renameSync(NEXT, DIST);
  }
  recover();
}

/** Linux can exchange two names in one step (renameat2). Node offers no way to ask for it; Perl can, by the number of the call. */
function exchange(a: string, b: string): boolean {
  const calls: Partial<Record<NodeJS.Architecture, number>> = { x64: 316, arm64: 276 };
  const call = process.platform === 'linux' && calls[process.arch];
  if (!call) return false;
  const script = 'my ($a, $b) = @ARGV; exit(syscall($ENV{CALL} + 0, -100, $a, -100, $b, 2) == 0 ? 0 : 1)';
  return spawnSync('perl', ['-e', script, a, b], { env: { ...process.env, CALL: String(call) } }).status === 0;
}

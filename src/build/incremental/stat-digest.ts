import { hash } from 'node:crypto';
import { readdirSync, type Stats, statSync } from 'node:fs';

/** A file that changes again this soon may keep its time: file systems count in steps. */
const TIME_STEP_MS = 50;

/**
 * Digest of identity, size and times of files, and of all files below folders. No content is read.
 * @param paths of files and folders, which may be missing
 * @returns undefined where a file changed so recently that another change might not show
 */
export function statDigest(paths: string[]): string | undefined {
  const lines: string[] = [];
  let newest = 0;
  const add = (path: string, stats: Stats | undefined): void => {
    lines.push(`${path} ${stats?.ino} ${stats?.size} ${stats?.mtimeMs} ${stats?.ctimeMs}`);
    if (stats) newest = Math.max(newest, stats.mtimeMs, stats.ctimeMs);
  };
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else add(path, statSync(path, { throwIfNoEntry: false }));
    }
  };
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) walk(path);
    else add(path, stats);
  }
  return newest < Date.now() - TIME_STEP_MS ? hash('sha256', lines.join('\n')) : undefined;
}

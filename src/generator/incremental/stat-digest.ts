import { hash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';

import type { SiteFolder } from '../../site/site-folder.ts';
import { isSettled } from '../files/is-settled.ts';

/**
 * Digest of identity, size and times of files, and of all files below folders. No content is read.
 * @param folder remembers the stamp of each file
 * @param paths of files and folders, which may be missing
 * @returns undefined where a file changed so recently that another change might not show
 */
export function statDigest(folder: SiteFolder, paths: string[]): string | undefined {
  const files: string[] = [];
  const numbers: number[] = [];
  let newest = 0;
  const add = (path: string): void => {
    const stamp = folder.stampOf(path) ?? [];
    files.push(`${path} ${stamp.length}`);
    numbers.push(...stamp);
    const [, mtimeMs = 0, ctimeMs = 0] = stamp;
    newest = Math.max(newest, mtimeMs, ctimeMs);
  };
  const walk = (parent: string): void => {
    for (const entry of readdirSync(parent, { withFileTypes: true })) {
      const path = `${parent}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else add(path);
    }
  };
  for (const path of paths) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) walk(path);
    else add(path);
  }
  const digests = [files.join('\n'), Float64Array.from(numbers)].map((part) => hash('sha256', part));
  return isSettled(newest) ? digests.join(' ') : undefined;
}

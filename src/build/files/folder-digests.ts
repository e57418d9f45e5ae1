import { hash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';

import { filesOf, type Manifest } from '../../output/manifest.ts';
import { isSettled } from './is-settled.ts';
import { readSealedCache, writeSealedCache } from './sealed-cache.ts';

/** Digests of the folders of `dist/` and `dist.next/`, by tree. */
const CACHE = '.cache/folders.json';

type Digests = Record<string, string | undefined>;

/** Remembers the folders of trees without foreign files, for {@link hasSameEntries} of the next build. */
export const rememberFolders = (digests: Digests): void => writeSealedCache(CACHE, '', digests);

/**
 * Whether no file was added to a tree since {@link rememberFolders}.
 * @param digest of its folders
 */
export const hasSameEntries = (tree: string, digest: string | undefined): boolean =>
  digest !== undefined && readSealedCache<Digests>(CACHE, '')?.[tree] === digest;

/**
 * Digest of the folders of a build. A file that is added changes the time of its folder.
 * @returns undefined where a folder is missing, or changed so recently that another change might not show
 */
export function folderDigest(tree: string, { editions }: Manifest): string | undefined {
  const folders = new Set<string>();
  for (const file of editions.flatMap(filesOf)) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const numbers: number[] = [];
  let newest = 0;
  for (const folder of folders) {
    const stats = lstatSync(`${tree}/${folder}`, { throwIfNoEntry: false });
    if (!stats?.isDirectory()) return undefined;
    numbers.push(stats.ino, stats.mtimeMs, stats.ctimeMs);
    newest = Math.max(newest, stats.mtimeMs, stats.ctimeMs);
  }
  // The swap changes the time of the tree itself.
  const digests = [readdirSync(tree).toSorted().join('\n'), Float64Array.from(numbers)].map((part) =>
    hash('sha256', part),
  );
  return isSettled(newest) ? digests.join(' ') : undefined;
}

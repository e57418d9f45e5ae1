import { hash } from 'node:crypto';

import type { Output, Tree } from '../../output/folders.ts';
import type { ManifestEdition } from '../../output/manifest.ts';
import { cachedBy } from '../../shared/cached-by.ts';
import { lstatIfPresent } from '../../shared/files/lstat-if-present.ts';
import { isSettled } from '../files/is-settled.ts';
import { readSealedCache, writeSealedCache } from '../files/sealed-cache.ts';

/** Holds digests of the folders of each host of `dist/` and `dist.next/`. */
const fileOf = ({ cache }: Output): string => `${cache}/folders.json`;

/** By host; undefined where a folder is missing, or changed so recently that another change might not show. */
export type FolderDigests = Record<string, string | undefined>;

/** Remembers the folders of trees without foreign files. */
export const rememberFolders = (output: Output, digests: Record<Tree, FolderDigests>): void =>
  writeSealedCache(fileOf(output), '', digests);

/** The digests of a tree after the last build. A file that was added since changes the digest of its host. */
export const rememberedFolders = (output: Output, tree: Tree): FolderDigests =>
  readSealedCache<Record<Tree, FolderDigests>>(fileOf(output), '')?.[tree] ?? {};

/** Digests of the folders of editions in a tree. */
export const folderDigests = (tree: string, editions: ManifestEdition[]): FolderDigests =>
  Object.fromEntries(
    [...Map.groupBy(editions, ({ host }) => host)].map(([host, onHost]) => [
      host,
      digestOf(tree, new Set([host, ...onHost.flatMap(foldersOf)])),
    ]),
  );

/** Folders below that of the host. */
const foldersOf = cachedBy((edition: ManifestEdition): string[] => {
  const folders = new Set([edition.root]);
  let last = '';
  for (const file of [...Object.keys(edition.files), ...Object.keys(edition.kept)]) {
    const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0));
    // Files of a folder follow each other.
    if (folder === last) continue;
    last = folder;
    for (let end = folder.length; end > 0; end = folder.lastIndexOf('/', end - 1))
      folders.add(`${edition.root}/${folder.slice(0, end)}`);
  }
  return [...folders];
});

function digestOf(tree: string, folders: Set<string>): string | undefined {
  const numbers: number[] = [];
  let newest = 0;
  for (const folder of folders) {
    const stats = lstatIfPresent(`${tree}/${folder}`);
    if (!stats?.isDirectory()) return undefined;
    numbers.push(stats.ino, stats.mtimeMs, stats.ctimeMs);
    newest = Math.max(newest, stats.mtimeMs, stats.ctimeMs);
  }
  return isSettled(newest) ? hash('sha256', Float64Array.from(numbers)) : undefined;
}

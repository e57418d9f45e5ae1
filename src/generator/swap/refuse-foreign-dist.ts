import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';

import type { Output, Tree } from '../../output/folders.ts';
import { filesOf, type Manifest, manifestFile } from '../../output/manifest.ts';
import { listFirst, UserError } from '../../shared/user-error.ts';
import { type FolderDigests, folderDigests, rememberedFolders } from './folder-digests.ts';

const SHOWN = 10;

/**
 * Refuses a `dist` that no build made, which would be lost, and a link, whose target would go stale.
 * @throws UserError
 */
export function refuseForeignDist({ dist }: Output): void {
  const stats = lstatSync(dist, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) {
    const target = existsSync(dist) ? realpathSync(dist) : 'nothing';
    throw new UserError(
      `${dist} is a link to ${target}, and a build exchanges ${dist}/ itself. Remove the link, and let the server read ${dist}/ or a link to it.`,
    );
  }
  if (!stats) return;
  if (!stats.isDirectory()) throw new UserError(`${dist} is no folder. Remove or rename it.`);
  const isOurs = [manifestFile(dist), `${dist}/publish/nginx.conf`].some((file) => existsSync(file));
  if (!isOurs && readdirSync(dist).length)
    throw new UserError(`${dist}/ was not made by a build, which would replace it. Move it away or remove it.`);
}

/** Files in `dist/` that no build made. */
export interface ForeignFiles {
  /** Files that a build would remove. */
  shown: string[];
  /** Whether there are hidden files, which may be lost. */
  hasHidden: boolean;
  /** Folders of `dist/` when these files were looked for. */
  folders: FolderDigests;
}

/** @param last manifest of the build in `dist/` */
export function findForeignFiles(output: Output, last: Manifest): ForeignFiles {
  const { files, folders } = filesOutside(output, 'dist', last);
  const shown = files.filter((file) => !basename(file).startsWith('.'));
  return { shown, hasHidden: shown.length < files.length, folders };
}

/** @throws UserError where a build would remove files that no build made */
export function refuseForeignFiles({ dist }: Output, { shown: foreign }: ForeignFiles): void {
  if (!foreign.length) return;
  const list = listFirst(
    foreign.map((file) => `${dist}/${file}`),
    SHOWN,
  );
  throw new UserError(
    `${foreign.length} file(s) were not made by a build, which would remove them:\n${list.join('\n')}\nMove them to public/ or src/content/files/<brand or host>/, from where builds publish them, or remove them.`,
  );
}

/** Files in a tree that a manifest does not name. Hosts whose folders are those of the last build are not read. */
export function filesOutside(
  output: Output,
  name: Tree,
  { editions }: Manifest,
): { files: string[]; folders: FolderDigests } {
  const tree = output[name];
  const before = rememberedFolders(output, name);
  const folders = folderDigests(tree, editions);
  const onHost = Map.groupBy(editions, ({ host }) => host);
  const files = readdirSync(tree, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return entry.name;
    const digest = folders[entry.name];
    if (entry.name === 'publish' || (digest && digest === before[entry.name])) return [];
    const own = new Set(onHost.get(entry.name)?.flatMap(filesOf));
    return entriesBelow(tree, `${entry.name}/`).filter((file) => !own.has(file));
  });
  return { files, folders };
}

/** Files and links. Several times faster than a recursive `readdirSync`. */
const entriesBelow = (tree: string, folder: string): string[] =>
  readdirSync(`${tree}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    return entry.isDirectory() ? entriesBelow(tree, `${path}/`) : path;
  });

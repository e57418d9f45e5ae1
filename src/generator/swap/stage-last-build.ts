import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Output } from '../../output/folders.ts';
import {
  type Manifest,
  type ManifestEdition,
  type ManifestFiles,
  manifestFile,
  readManifestIfIntact,
  writeManifest,
} from '../../output/manifest.ts';
import { isIntact, removeFiles, reuseFile } from '../../output/reuse-files.ts';
import { cachedBy } from '../../shared/cached-by.ts';
import type { FolderDigests } from './folder-digests.ts';
import { filesOutside, findForeignFiles, type ForeignFiles } from './refuse-foreign-dist.ts';

export interface StagedBuild {
  /** Roots of editions whose files all match the manifest. */
  intact: Set<string>;
  foreign: ForeignFiles;
  /** Folders of `dist.next/`. */
  folders: FolderDigests;
  /** When foreign files were looked for, in milliseconds since 1970. */
  checkedAt: number;
}

/** The copy that {@link stageAhead} made. */
const aheadOf = cachedBy((_output: Output): { copy?: { staged: StagedBuild; state: string } | undefined } => ({}));

/**
 * Stages the last build for the next build of this process. The copy is a complete build until then: another process may use or remove it.
 * @param last manifest of the build in `dist/`
 */
export function stageAhead(output: Output, last: Manifest): void {
  const staged = stage(output, last);
  writeManifest(output, 'next', last);
  aheadOf(output).copy = { staged, state: stateOfTrees(output) };
}

/** Whether {@link stageLastBuild} has nothing left to do. */
export const isStaged = (output: Output): boolean => aheadOf(output).copy?.state === stateOfTrees(output);

/** Changes when a process builds. */
const stateOfTrees = ({ dist, next }: Output): string =>
  JSON.stringify(
    [dist, next].map((tree) => {
      const { ino, mtimeMs, ctimeMs } = statSync(manifestFile(tree), { throwIfNoEntry: false }) ?? {};
      return [ino, mtimeMs, ctimeMs];
    }),
  );

/**
 * Makes `dist.next/` a copy of the last build, by links.
 * @param last manifest of the build in `dist/`
 */
export function stageLastBuild(output: Output, last: Manifest | undefined): StagedBuild {
  const ahead = aheadOf(output);
  const staged = ahead.copy?.state === stateOfTrees(output) ? ahead.copy.staged : stage(output, last);
  ahead.copy = undefined;
  // Without its manifest the folder belongs to a build in progress.
  rmSync(manifestFile(output.next), { force: true });
  return staged;
}

/** The build before the last lies in `dist.next/`, and most of its files are the same. Other files are removed. */
function stage(output: Output, last: Manifest | undefined): StagedBuild {
  const { next } = output;
  const spare = readManifestIfIntact(output, 'next');
  const before = new Map(spare?.editions.map((edition) => [edition.root, edition]));
  const { files, folders } = spare ? filesOutside(output, 'next', spare) : { files: [], folders: {} };
  rmSync(manifestFile(next), { force: true });
  rmSync(last && before.size ? `${next}/publish` : next, { recursive: true, force: true });
  if (!last) return { intact: new Set(), foreign: NONE, folders, checkedAt: Date.now() };
  removeFiles(next, files);
  removeUnused(next, [...before.values()], last.editions);
  const staged = last.editions.filter((edition) => stageEdition(output, edition, before.get(edition.root)));
  const intact = new Set(staged.map(({ root }) => root));
  return { intact, foreign: findForeignFiles(output, last), folders, checkedAt: Date.now() };
}

const NONE: ForeignFiles = { shown: [], hasHidden: false, folders: {} };

/** Removes the files in `dist.next/` that a build lacks and the build before it has. */
export function removeUnused(next: string, before: ManifestEdition[], after: ManifestEdition[]): void {
  const now = new Map(after.map((edition) => [edition.root, edition]));
  for (const edition of before) {
    const successor = now.get(edition.root);
    // Editions without changes are the same objects as in the last build.
    if (successor === edition) continue;
    const files = successor ? allFiles(successor) : {};
    removeFiles(
      next,
      Object.keys(allFiles(edition)).flatMap((file) => (files[file] ? [] : `${edition.root}/${file}`)),
    );
  }
}

/** @returns whether all files of the edition match the manifest */
function stageEdition({ dist, next }: Output, edition: ManifestEdition, before: ManifestEdition | undefined): boolean {
  const { root, files } = edition;
  const staged = before && allFiles(before);
  const folders = new Set<string>();
  let intact = true;
  for (const [file, entry] of Object.entries(allFiles(edition))) {
    const [from, to] = [`${dist}/${root}/${file}`, `${next}/${root}/${file}`];
    if (staged?.[file]?.sha256 === entry.sha256 && isIntact(to, entry)) continue;
    if (staged?.[file]) rmSync(to, { recursive: true, force: true });
    if (isIntact(from, entry)) {
      const folder = dirname(to);
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
      folders.add(folder);
      reuseFile(from, to);
    } else if (files[file]) intact = false;
  }
  return intact;
}

const allFiles = ({ files, kept }: ManifestEdition): ManifestFiles =>
  Object.keys(kept).length ? { ...kept, ...files } : files;

import { hash } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';

import { DIST, NEXT } from '../../output/folders.ts';
import type { ManifestFile, ManifestFiles } from '../../output/manifest.ts';
import { readIfThere } from '../../shared/read-if-there.ts';

/** Makes the folders that files are to lie in. */
export function makeFolders(files: string[]): void {
  for (const folder of new Set(files.map((file) => dirname(file)))) mkdirSync(folder, { recursive: true });
}

/** Has a file of one build in another one as well, with its time. Builds are never written to, so that a link does. */
export function carry(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Some file systems have no links.
    if (!['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK'].includes((error as NodeJS.ErrnoException).code!)) throw error;
    const { atime, mtime } = statSync(from);
    copyFileSync(from, to);
    utimesSync(to, atime, mtime);
  }
}

/** Has files of {@link DIST} in {@link NEXT} as well. */
export function carryFiles(files: string[]): void {
  makeFolders(files.map((file) => `${NEXT}/${file}`));
  for (const file of files) carry(`${DIST}/${file}`, `${NEXT}/${file}`);
}

/** Whether a file is what the manifest says. */
export function isIntact(path: string, { sha256, bytes }: ManifestFile): boolean {
  const content = readIfThere(path);
  return content?.length === bytes && hash('sha256', content) === sha256;
}

/** Those files of an edition in `dist/` that are what the manifest says. */
export const intactOf = (root: string, files: ManifestFiles): ManifestFiles =>
  Object.fromEntries(Object.entries(files).filter(([file, entry]) => isIntact(`${DIST}/${root}/${file}`, entry)));

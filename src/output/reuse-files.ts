import { hash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { lstatIfPresent } from '../shared/files/lstat-if-present.ts';
import { readIfPresent } from '../shared/files/read-if-present.ts';
import type { ManifestFile, ManifestFiles } from './manifest.ts';
import { contentTime } from './mtime-from-hash.ts';

/** Creates the folders of files. */
export function makeFolders(files: string[]): void {
  const folders = new Set(files.map((file) => file.slice(0, file.lastIndexOf('/'))));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
}

/** Links a file of one build into another; copies it with its time where links are missing. Files of a build are never written to again. */
export function reuseFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Some file systems have no hard links.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK'].includes(code)) throw error;
    const { atime, mtime } = statSync(from);
    copyFileSync(from, to);
    utimesSync(to, atime, mtime);
  }
}

/** Removes files, and the folders that they leave empty. */
export function removeFiles(below: string, files: string[]): void {
  const folders = new Set<string>();
  for (const file of files) {
    const path = `${below}/${file}`;
    const stats = lstatIfPresent(path);
    // A folder may have taken the place of the file.
    if (stats && !stats.isDirectory()) rmSync(path);
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  // Inner folders first.
  for (const folder of [...folders].toSorted((a, b) => b.length - a.length)) {
    const path = `${below}/${folder}`;
    if (lstatIfPresent(path)?.isDirectory() && !readdirSync(path).length) rmdirSync(path);
  }
}

/**
 * Whether a file matches its entry in the manifest. Its time is made of the hash of its content: a file of that time and size is not read.
 * Restores a time that a copy lost.
 */
export function isIntact(path: string, { sha256, bytes }: ManifestFile): boolean {
  const stats = lstatIfPresent(path);
  // A link would publish a file of another place, or none after a copy.
  if (!stats?.isFile() || stats.size !== bytes) return false;
  const time = contentTime(sha256);
  if (stats.mtimeMs === time * 1000) return true;
  if (!hasContent(path, sha256)) return false;
  utimesSync(path, time, time);
  return true;
}

/** Takes its time from a file whose content does not match its entry in the manifest. */
export function clearTimeIfDamaged(path: string, { sha256 }: ManifestFile): void {
  if (existsSync(path) && !hasContent(path, sha256)) utimesSync(path, 0, 0);
}

function hasContent(path: string, sha256: string): boolean {
  const content = readIfPresent(path);
  return content !== undefined && hash('sha256', content) === sha256;
}

/** The files below a folder that match the manifest. */
export const intactFiles = <Files extends ManifestFiles>(folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([file, entry]) => isIntact(`${folder}/${file}`, entry))) as Files;

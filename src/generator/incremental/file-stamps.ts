import { statSync } from 'node:fs';

/** A file that was written again has another stamp. */
export type FileStamp = [size: number, mtimeMs: number, ctimeMs: number, inode: number];

/** Reads the stamp of a file; undefined where it is missing. */
export function readStamp(path: string): FileStamp | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  const stamp: FileStamp = [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];
  stamps.set(path, stamp);
  return stamp;
}

/** The stamp of a file as this build first read it. */
export const stampOf = (path: string): FileStamp | undefined => stamps.get(path) ?? readStamp(path);

/** @param files that may have changed; undefined for all */
export function forgetStamps(files: string[] | undefined): void {
  if (files) for (const file of files) stamps.delete(file);
  else stamps.clear();
}

const stamps = new Map<string, FileStamp>();

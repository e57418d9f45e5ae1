import { lstatSync, type Stats } from 'node:fs';

/** Facts of a file, folder or link; undefined where it is missing, or a file has the place of one of its folders. */
export function lstatIfPresent(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

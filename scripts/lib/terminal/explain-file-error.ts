import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Explanation and correction by error code of the system. */
const explanations: Record<string, string> = {
  EACCES: 'may not be read or written by this user. Change its owner or its rights, or run the command as its owner',
  EPERM: 'may not be read or written by this user. Change its owner or its rights, or run the command as its owner',
  EROFS: 'is on a file system that cannot be written to. Mount it with the right to write',
  EEXIST: 'is a file where a folder belongs. Remove or rename it',
  ENOTDIR: 'is a file where a folder belongs. Remove or rename it',
  EISDIR: 'is a folder where a file belongs. Remove or rename it',
  ENAMETOOLONG: 'has a name that is too long for the file system. Shorten it',
  EBUSY: 'is a mount point or in use. Mount the folder above it instead',
  EXDEV: 'lies on another file system than its neighbours. Move it beside them',
  EMFILE: 'cannot be opened, because too many files are open. Raise the limit: ulimit -n 65536',
};

/** The system does not always say for which file. */
const FULL: Record<string, string> = {
  ENOSPC: 'its disk is full. Free space there, and run the command again',
  EDQUOT: 'the quota of this user is used up. Free space there, and run the command again',
};

/**
 * Explains an error of the file system to operators.
 * @returns undefined for other errors, which are printed with their stack
 */
export function explainFileError({
  code = '',
  path,
  dest,
}: NodeJS.ErrnoException & { dest?: string }): string | undefined {
  if (code in FULL) return `${path ?? 'A file'} cannot be written: ${FULL[code]}.`;
  const explanation = explanations[code];
  if (!explanation || path === undefined) return undefined;
  return `${code === 'ENOTDIR' ? fileOnTheWay((dest ?? path).replace(/\/+$/, '')) : path} ${explanation}.`;
}

/** A path or the nearest folder on it that is a file. */
function fileOnTheWay(path: string): string {
  const parent = dirname(path);
  return isFile(path) || parent === path ? path : fileOnTheWay(parent);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // The path is missing, or lies below a file.
    return false;
  }
}

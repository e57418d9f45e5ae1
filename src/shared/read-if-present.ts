import { readFileSync } from 'node:fs';

/** Content of a file, or nothing where there is none. */
export function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}

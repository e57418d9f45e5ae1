import { readFile } from './read-file.ts';

/** Content of a file; undefined where it is missing. @throws UserError where it is a folder */
export function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFile(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return undefined;
    throw error;
  }
}

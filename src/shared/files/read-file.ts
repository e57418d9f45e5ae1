import { readFileSync } from 'node:fs';

import { UserError } from '../user-error.ts';

/** Reads a file. @throws UserError where it is a folder: the error of the system does not name it */
export function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error;
    throw new UserError(`${path} is a folder where a file belongs. Remove or rename it.`, { cause: error });
  }
}

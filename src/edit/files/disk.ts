import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';

import { lstatIfPresent } from '../../shared/files/lstat-if-present.ts';
import { UserError } from '../../shared/user-error.ts';
import type { Folders } from '../workspace.ts';

/**
 * The text of a file, with its byte order mark; undefined where it is missing.
 * @throws UserError where it is a link or no UTF-8, because writing it again would lose something
 */
export function readText(folders: Folders, file: string): string | undefined {
  refuseOutside(folders, file);
  if (!lstatIfPresent(file)) return undefined;
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new UserError(`${file} is not UTF-8, and cannot be edited here. Save it as UTF-8.`);
  return bytes.toString();
}

/** Entries of a folder; none where it is missing. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return [];
    throw error;
  }
}

export const hashOf = (text: string): string => hash('sha256', text);

/** Refuses paths outside the folders of texts, and links, which may lead there. */
function refuseOutside({ content, translations }: Folders, file: string): void {
  const folder = [content, translations].find((candidate) => isInside(candidate, file));
  if (folder === undefined) throw new UserError(`${file} is outside the folders of texts. Move it there.`);
  const stats = lstatIfPresent(file);
  if (stats && !stats.isFile()) throw new UserError(`${file} is a link or no file. Put a copy in its place.`);
  for (let parent = dirname(file); isInside(folder, parent); parent = dirname(parent))
    if (lstatIfPresent(parent)?.isSymbolicLink())
      throw new UserError(`${parent} is a symbolic link, and links are not followed. Put a copy in its place.`);
}

const isInside = (folder: string, path: string): boolean => {
  const below = relative(folder, path);
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`);
};

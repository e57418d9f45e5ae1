import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All bytes of a folder, by path. */
export const folderContents = (folder: string): Map<string, string> =>
  new Map(
    globSync(['**/*', '**/.*/*'], { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'latin1')]),
  );

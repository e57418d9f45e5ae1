import { hash } from 'node:crypto';

import { rootOf, type Site } from '../../site/editions/editions.ts';
import { statDigest } from './stat-digest.ts';

/**
 * Digest of all inputs of a build. Of texts, translations and static files, only the times are read.
 * @param settings digest of the program, level of compression, and day
 * @returns undefined where an input is being changed
 */
export function inputDigest(
  { hostsFile, folder, editions, builtEditions }: Site,
  settings: string[],
): string | undefined {
  const files = statDigest(folder, [
    folder.fileOf('public'),
    folder.fileOf('src/themes'),
    folder.pathOf(''),
    hostsFile,
  ]);
  // The hosts file is a program: it may import other files and read variables.
  return files && hash('sha256', JSON.stringify([settings, editions, builtEditions.map(rootOf), files]));
}

import { hash } from 'node:crypto';
import { relative } from 'node:path';

import { builtEditions, editions, hostsFile } from '../../site/editions/configured-editions.ts';
import { rootOf } from '../../site/editions/editions.ts';
import { contentDir } from '../../site/markdown/content-folder.ts';
import { statDigest } from './stat-digest.ts';

/**
 * Digest of all inputs of a build. Of texts, translations and static files, only the times are read.
 * @param settings digest of the program, level of compression, and day
 * @returns undefined where an input is being changed
 */
export function inputDigest(settings: string[]): string | undefined {
  const files = statDigest(['public', relative('.', contentDir), hostsFile]);
  // The hosts file is a program: it may import other files and read variables.
  return files && hash('sha256', JSON.stringify([settings, editions, builtEditions.map(rootOf), files]));
}

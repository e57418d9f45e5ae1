import { hash } from 'node:crypto';
import { join } from 'node:path';

import { readIfPresent } from '../../../shared/files/read-if-present.ts';
import { readDeployFile } from '../../read-deploy-file.ts';
import type { Transfer } from '../../target.ts';
import type { Content } from './content-files.ts';

/**
 * Reads contents from the build. Unchanged files of hosts that are not exchanged, and hashed files of the served generation, may be
 * there too.
 * @returns undefined for a content that is not there
 * @throws UserError where a file to send has changed on the disk
 */
export function contentReader({ dist, changed, next }: Transfer): (content: Content) => Buffer | undefined {
  const sent = new Set(changed.map(({ path }) => path));
  const retained = new Set(
    next.editions.flatMap(({ root, kept }) => Object.keys(kept).map((path) => `${root}/${path}`)),
  );
  return ({ files }) => {
    for (const file of files) {
      if (sent.has(file.path) && !retained.has(file.path)) return readDeployFile(dist, file);
      const content = readIfPresent(join(dist, file.path));
      if (content && hash('sha256', content) === file.sha256) return content;
    }
    return undefined;
  };
}

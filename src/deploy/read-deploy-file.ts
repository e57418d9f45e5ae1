import { hash } from 'node:crypto';
import { join } from 'node:path';

import { lstatIfPresent } from '../shared/files/lstat-if-present.ts';
import { readIfPresent } from '../shared/files/read-if-present.ts';
import { listFirst, UserError } from '../shared/user-error.ts';
import type { DeployFile, Transfer } from './target.ts';

/** Names in a message. */
const MAX_NAMED = 10;

/**
 * Reads a file of a build for sending.
 * @throws UserError where its content is not that of the manifest, such as after a change on the disk during the deployment
 */
export function readDeployFile(dist: string, file: DeployFile): Buffer {
  const content = readIfSame(dist, file);
  if (!content) throw differs(dist, [file.path]);
  return content;
}

/** Reads a file below a folder. @returns undefined where it is missing, a link, or has another content */
export function readIfSame(folder: string, { path, sha256 }: DeployFile): Buffer | undefined {
  const file = join(folder, path);
  const content = lstatIfPresent(file)?.isFile() ? readIfPresent(file) : undefined;
  return content && hash('sha256', content) === sha256 ? content : undefined;
}

/**
 * Compares sizes with the manifest, before the first file is sent.
 * @throws UserError that names files which differ
 */
export function checkSizes({ dist, changed }: Transfer): void {
  const differing = changed.filter(({ path, bytes }) => {
    const stats = lstatIfPresent(join(dist, path));
    // A link would publish a file of another place.
    return !stats?.isFile() || stats.size !== bytes;
  });
  if (differing.length)
    throw differs(
      dist,
      differing.map(({ path }) => path),
    );
}

const differs = (dist: string, paths: string[]): UserError =>
  new UserError(
    [
      `${paths.length} file(s) of ${dist}/ differ from its manifest:`,
      ...listFirst(paths, MAX_NAMED),
      'Build again, which repairs them: npm run build -- --force',
    ].join('\n'),
  );

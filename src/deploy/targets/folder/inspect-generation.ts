import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { lstatIfPresent } from '../../../shared/files/lstat-if-present.ts';
import { readIfPresent } from '../../../shared/files/read-if-present.ts';
import type { Drift, Session } from '../../target.ts';
import { compareListing, type Listing, SUMS, WRONG_LINK } from '../compare-listing.ts';
import { type FolderPaths, leadsTo, writeAtOnce } from './folder-paths.ts';

/** Files between which a signal can end the command. */
const BATCH = 200;

/** Compares the folder of a generation with its manifest; see `Session`. */
export async function inspectGeneration(
  paths: FolderPaths,
  signal: AbortSignal,
  ...[manifest, depth, onFile]: Parameters<NonNullable<Session['inspect']>>
): Promise<Drift[]> {
  const folder = paths.generation(manifest.build);
  const listing: Listing = new Map();
  const waiting = ['.'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const at = join(folder, path);
    const stats = lstatIfPresent(at);
    const content = stats?.isFile() && depth === 'content' ? ifReadable(() => readFileSync(at)) : undefined;
    // A name that is no UTF-8 cannot be looked up, and no build writes it.
    if (stats || path !== '.')
      listing.set(path, {
        mode: stats?.mode ?? 0,
        seconds: (stats?.mtimeMs ?? 0) / 1000,
        bytes: stats?.size ?? 0,
        sha256: content && hash('sha256', content),
      });
    if (stats?.isFile()) onFile();
    if (stats?.isDirectory())
      waiting.push(
        ...(ifReadable(() => readdirSync(at)) ?? []).map((name) => (path === '.' ? name : `${path}/${name}`)),
      );
    if (listing.size % BATCH !== 0) continue;
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  const drift = compareListing(manifest, listing, readIfPresent(join(folder, SUMS))?.toString(), depth);
  const isLinked = !leadsTo(paths.current, folder) || leadsTo(paths.publish, join(folder, 'publish'));
  return isLinked ? drift : [...drift, WRONG_LINK];
}

/** @returns undefined where this user may not read: the rights are named then */
function ifReadable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return undefined;
    throw error;
  }
}

/** Writes the hashes of the files below `publish/` of a generation. */
export function writeSums(folder: string): void {
  const names = readdirSync(join(folder, 'publish')).filter((name) => `publish/${name}` !== SUMS);
  const lines = names.map((name) => `${hash('sha256', readFileSync(join(folder, 'publish', name)))}  ${name}\n`);
  writeAtOnce(join(folder, SUMS), lines.join(''));
}

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
  ...[manifest, depth, onFile]: Parameters<NonNullable<Session['inspect']>>
): Promise<Drift[]> {
  const folder = paths.generation(manifest.build);
  const listing: Listing = new Map();
  const waiting = ['.'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const stats = lstatIfPresent(join(folder, path));
    if (!stats) continue;
    const isRead = stats.isFile() && depth === 'content';
    listing.set(path, {
      mode: stats.mode,
      seconds: stats.mtimeMs / 1000,
      bytes: stats.size,
      sha256: isRead ? hash('sha256', readFileSync(join(folder, path))) : undefined,
    });
    if (stats.isFile()) onFile();
    if (stats.isDirectory())
      waiting.push(...readdirSync(join(folder, path)).map((name) => (path === '.' ? name : `${path}/${name}`)));
    if (listing.size % BATCH === 0) await new Promise(setImmediate);
  }
  const drift = compareListing(manifest, listing, readIfPresent(join(folder, SUMS))?.toString(), depth);
  const isLinked = !leadsTo(paths.current, folder) || leadsTo(paths.publish, join(folder, 'publish'));
  return isLinked ? drift : [...drift, WRONG_LINK];
}

/** Writes the hashes of the files below `publish/` of a generation. */
export function writeSums(folder: string): void {
  const names = readdirSync(join(folder, 'publish')).filter((name) => `publish/${name}` !== SUMS);
  const lines = names.map((name) => `${hash('sha256', readFileSync(join(folder, 'publish', name)))}  ${name}\n`);
  writeAtOnce(join(folder, SUMS), lines.join(''));
}

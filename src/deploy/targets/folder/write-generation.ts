import { existsSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { filesOf } from '../../../output/manifest.ts';
import { contentTime } from '../../../output/mtime-from-hash.ts';
import { isIntact, reuseFile } from '../../../output/reuse-files.ts';
import { readDeployFile, readIfSame } from '../../read-deploy-file.ts';
import type { DeployFile, Transfer } from '../../target.ts';
import { publishFiles } from '../server-config-files.ts';
import { type FolderPaths, makeOwnFolder } from './folder-paths.ts';

/** Writes a generation beside the others. Unchanged files are hard links to those of the served generation. */
export async function writeGeneration(
  paths: FolderPaths,
  transfer: Transfer,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { next, served, dist, changed } = transfer;
  const final = paths.generation(next.build);
  if (existsSync(final)) return makeOwnFolder(final);
  const partial = paths.partial(next.build);
  makeOwnFolder(partial);
  const before = served && paths.generation(served.build);
  const sent = new Map(changed.map((file) => [file.path, file]));
  const publish = publishFiles(transfer);
  makeFolders(partial, [...next.editions.flatMap(filesOf), ...Object.keys(publish)]);
  for (const edition of next.editions) {
    for (const [name, entry] of Object.entries({ ...edition.kept, ...edition.files })) {
      const file = { path: `${edition.root}/${name}`, sha256: entry.sha256, bytes: entry.bytes };
      const to = join(partial, file.path);
      const from = before && join(before, file.path);
      if (!isIntact(to, file)) {
        rmSync(to, { recursive: true, force: true });
        if (!sent.has(file.path) && from && isIntact(from, file)) reuseFile(from, to);
        // A script that only open pages request, and that is lost: `activate` leaves it out.
        else if (name in edition.files || readIfSame(dist, file)) copy(dist, file, to);
      }
      if (sent.has(file.path)) onBytes(file.bytes);
    }
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  for (const [file, text] of Object.entries(publish)) writeFileSync(join(partial, file), text);
  renameSync(partial, final);
}

function copy(dist: string, file: DeployFile, to: string): void {
  writeFileSync(to, readDeployFile(dist, file));
  utimesSync(to, contentTime(file.sha256), contentTime(file.sha256));
}

/** Creates the folders of files. @throws UserError where one of them is a link */
function makeFolders(below: string, files: string[]): void {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = dirname(file); folder !== '.' && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  // Outer folders first.
  for (const folder of [...folders].toSorted((a, b) => a.length - b.length)) makeOwnFolder(join(below, folder));
}

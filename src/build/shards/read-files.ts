import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { ManifestEdition, ManifestFile } from '../../output/manifest.ts';
import { lstatIfPresent } from '../../shared/lstat-if-present.ts';
import type { Report } from './merge-problem.ts';
import type { ShardFolder } from './read-shard.ts';

/** Receives the content of a file whose hash is that of the manifest. */
type TakeFile = (edition: ManifestEdition, file: string, entry: ManifestFile, content: Buffer) => void;

/** A shard that was not copied whole lacks thousands of files. */
const SHOWN = 10;

/** Reads all files of a shard. Reports those that the manifest describes otherwise, and links, which may lead anywhere. */
export function readFiles({ folder, manifest }: ShardFolder, take: TakeFile, report: Report): void {
  const faults: string[] = [];
  const folders = new Map<string, boolean>([[folder, true]]);
  const isRealFolder = (path: string): boolean => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const isReal = isRealFolder(dirname(path)) && (lstatIfPresent(path)?.isDirectory() ?? false);
    folders.set(path, isReal);
    return isReal;
  };
  for (const edition of manifest.editions)
    for (const [file, entry] of Object.entries(edition.files)) {
      const path = `${folder}/${edition.root}/${file}`;
      const stats = isRealFolder(dirname(path)) ? lstatIfPresent(path) : undefined;
      const content = stats?.isFile() && stats.size === entry.bytes ? readFileSync(path) : undefined;
      if (content && hash('sha256', content) === entry.sha256) take(edition, file, entry, content);
      else faults.push(`${edition.root}/${file}`);
    }
  for (const file of faults.slice(0, SHOWN))
    report({
      where: `${folder}/${file}`,
      message: 'is missing, damaged or a link',
      hint: 'Build or copy this shard again, with hidden files',
    });
  if (faults.length > SHOWN)
    report({
      where: folder,
      message: `has ${faults.length - SHOWN} more such files`,
      hint: 'Build or copy this shard again, with hidden files',
    });
}

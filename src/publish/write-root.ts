import { hash } from 'node:crypto';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';

import { carry, makeFolders, readIfThere } from './files.ts';
import type { ManifestEdition, ManifestFiles } from './manifest.ts';
import { DIST, NEXT } from './swap.ts';

/**
 * Writes the files of a website root. A file that the last build had is carried, with the time it was written.
 * @param files content by path below the root
 */
export function writeRoot(
  root: string,
  files: Map<string, Buffer>,
  last: ManifestEdition | undefined,
): { entries: ManifestFiles; isWritten: boolean } {
  let isWritten = false;
  makeFolders([...files.keys()].map((file) => `${NEXT}/${root}/${file}`));
  const entries = [...files].map(([file, content]) => {
    const entry = { sha256: hash('sha256', content), bytes: content.length };
    const isOld = last?.files[file]?.sha256 === entry.sha256 && readIfThere(`${DIST}/${root}/${file}`)?.equals(content);
    if (isOld) carry(`${DIST}/${root}/${file}`, `${NEXT}/${root}/${file}`);
    else write(`${NEXT}/${root}/${file}`, content, entry.sha256);
    isWritten ||= !isOld;
    return [file, entry] as const;
  });
  return { entries: Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))), isWritten };
}

/** Where a content lies that was written before, by its hash. */
const written = new Map<string, string>();

/** Many editions have the same pictures and settings: a link costs less than a file. */
function write(path: string, content: Buffer, sha256: string): void {
  const same = written.get(sha256);
  if (same) return carry(same, path);
  const file = openSync(path, 'w+');
  try {
    writeFileSync(file, content);
    const back = Buffer.alloc(content.length);
    readSync(file, back, { position: 0 });
    if (!back.equals(content)) throw new Error(`${path} is not what was written.`);
  } finally {
    closeSync(file);
  }
  written.set(sha256, path);
}

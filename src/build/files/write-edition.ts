import { hash } from 'node:crypto';
import { closeSync, futimesSync, openSync, readSync, writeFileSync } from 'node:fs';

import { DIST, NEXT } from '../../output/folders.ts';
import type { ManifestEdition, ManifestFile, ManifestFiles } from '../../output/manifest.ts';
import { type Compressed, type Compression, isText } from './compress.ts';
import { compressWithCache } from './compression-cache.ts';
import { contentTime } from './mtime-from-hash.ts';
import { reuseFile, isIntact, makeFolders } from './reuse-files.ts';

interface EditionTarget {
  /** Folder below {@link NEXT}. */
  root: string;
  /** The edition in the last build. */
  last: ManifestEdition | undefined;
  /** Whether the last build compressed files with this program and at this level. */
  hasCompressedForms: boolean;
}

/**
 * Writes the files of an edition, and reuses those of the last build. Files get the time of {@link contentTime}.
 * @param files content by path below the root
 * @param compression level of the files beside text files
 */
export function writeEdition(
  { root, last, hasCompressedForms }: EditionTarget,
  files: Map<string, Buffer>,
  compression: Compression,
): { entries: ManifestFiles; isWritten: boolean } {
  const entries: [string, ManifestFile][] = [];
  let isWritten = false;
  const put = (file: string, entry: ManifestFile, content: () => Buffer): void => {
    const [old, path] = [`${DIST}/${root}/${file}`, `${NEXT}/${root}/${file}`];
    const isOld = last?.files[file]?.sha256 === entry.sha256 && isIntact(old, entry);
    if (isOld) reuseFile(old, path);
    else writeContent(path, entry.sha256, content);
    isWritten ||= !isOld;
    entries.push([file, entry]);
  };
  makeFolders([...files.keys()].map((file) => `${NEXT}/${root}/${file}`));
  for (const [file, content] of files) {
    const entry = entryOf(content);
    put(file, entry, () => content);
    if (compression === 'none' || !isText(file)) continue;
    let made: Compressed | undefined;
    const make = (): Compressed => (made ??= compressWithCache(content, entry.sha256, compression));
    const isSame = hasCompressedForms && last?.files[file]?.sha256 === entry.sha256;
    const forms = known.get(entry.sha256) ?? (isSame ? formsIn(last.files, file) : formsOf(make()));
    known.set(entry.sha256, forms);
    put(`${file}.br`, forms.br, () => make().br);
    put(`${file}.gz`, forms.gz, () => make().gz);
  }
  return { entries: Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))), isWritten };
}

interface Forms {
  br: ManifestFile;
  gz: ManifestFile;
}

/** Compressed files by the hash of their text: editions share scripts, and a build has one level. */
const known = new Map<string, Forms>();

const formsIn = (files: ManifestFiles, file: string): Forms => ({
  br: files[`${file}.br`]!,
  gz: files[`${file}.gz`]!,
});

const formsOf = ({ br, gz }: Compressed): Forms => ({ br: entryOf(br), gz: entryOf(gz) });

const entryOf = (content: Buffer): ManifestFile => ({ sha256: hash('sha256', content), bytes: content.length });

/** Files that this build wrote, by the hash of their content. */
const written = new Map<string, string>();

/** Holds a file that was read back. A buffer a file would be garbage. */
let readBack = Buffer.alloc(0);

/** Writes a file, or links it to a file with the same content, which is faster. @throws Error where the file reads back otherwise */
export function writeContent(path: string, sha256: string, contentOf: () => Buffer): void {
  const same = written.get(sha256);
  if (same) return reuseFile(same, path);
  const content = contentOf();
  const file = openSync(path, 'w+');
  try {
    writeFileSync(file, content);
    if (content.length > readBack.length) readBack = Buffer.allocUnsafe(content.length);
    const back = readBack.subarray(0, content.length);
    readSync(file, back, { position: 0 });
    if (!back.equals(content)) throw new Error(`${path} reads back otherwise than it was written. Check the disk.`);
    futimesSync(file, contentTime(sha256), contentTime(sha256));
  } finally {
    closeSync(file);
  }
  written.set(sha256, path);
}

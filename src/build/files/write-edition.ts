import { hash } from 'node:crypto';
import { closeSync, futimesSync, openSync, readSync, writeFileSync } from 'node:fs';

import { DIST, NEXT } from '../../output/folders.ts';
import type { ManifestEdition, ManifestFile, ManifestFiles } from '../../output/manifest.ts';
import { type Compressed, type Compression, isText } from './compress.ts';
import { compressed } from './compression-cache.ts';
import { contentTime, setContentTime } from './content-time.ts';
import { carry, isIntact, makeFolders } from './reuse-files.ts';

interface Root {
  /** Folder below {@link NEXT}. */
  root: string;
  /** As the last build published it. */
  last: ManifestEdition | undefined;
  /** Whether the compressed files of the last build are those that this one would make of the same texts. */
  hasForms: boolean;
}

/**
 * Writes the files of a website root. A file that the last build had is carried. Times are those of {@link contentTime}.
 * @param files content by path below the root
 * @param compression what text files get beside themselves
 */
export function writeRoot(
  { root, last, hasForms }: Root,
  files: Map<string, Buffer>,
  compression: Compression,
): { entries: ManifestFiles; isWritten: boolean } {
  const entries: [string, ManifestFile][] = [];
  let isWritten = false;
  const put = (file: string, entry: ManifestFile, content: () => Buffer): void => {
    const [old, path] = [`${DIST}/${root}/${file}`, `${NEXT}/${root}/${file}`];
    const isOld = last?.files[file]?.sha256 === entry.sha256 && isIntact(old, entry);
    if (isOld) {
      carry(old, path);
      setContentTime(path, entry.sha256);
    } else writeContent(path, entry.sha256, content);
    isWritten ||= !isOld;
    entries.push([file, entry]);
  };
  makeFolders([...files.keys()].map((file) => `${NEXT}/${root}/${file}`));
  for (const [file, content] of files) {
    const entry = entryOf(content);
    put(file, entry, () => content);
    if (compression === 'none' || !isText(file)) continue;
    let made: Compressed | undefined;
    const make = (): Compressed => (made ??= compressed(content, entry.sha256, compression));
    const isSame = hasForms && last?.files[file]?.sha256 === entry.sha256;
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

/** By the hash of a text: many editions have the same scripts, and a build has one level. */
const known = new Map<string, Forms>();

const formsIn = (files: ManifestFiles, file: string): Forms => ({
  br: files[`${file}.br`]!,
  gz: files[`${file}.gz`]!,
});

const formsOf = ({ br, gz }: Compressed): Forms => ({ br: entryOf(br), gz: entryOf(gz) });

const entryOf = (content: Buffer): ManifestFile => ({ sha256: hash('sha256', content), bytes: content.length });

/** Where a content lies that this build wrote, by its hash. */
const written = new Map<string, string>();

/** Many editions have the same pictures and settings: a link costs less than a file. */
export function writeContent(path: string, sha256: string, contentOf: () => Buffer): void {
  const same = written.get(sha256);
  if (same) return carry(same, path);
  const content = contentOf();
  const file = openSync(path, 'w+');
  try {
    writeFileSync(file, content);
    const back = Buffer.allocUnsafe(content.length);
    readSync(file, back, { position: 0 });
    if (!back.equals(content)) throw new Error(`${path} is not what was written.`);
    futimesSync(file, contentTime(sha256), contentTime(sha256));
  } finally {
    closeSync(file);
  }
  written.set(sha256, path);
}

import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';

import { isText } from '../../output/content-encodings.ts';
import type { Output } from '../../output/folders.ts';
import type { ManifestEdition, ManifestFile, ManifestFiles } from '../../output/manifest.ts';
import { contentTime } from '../../output/mtime-from-hash.ts';
import { isIntact, makeFolders, removeFiles, reuseFile } from '../../output/reuse-files.ts';
import { cachedBy, cachedByBoth } from '../../shared/cached-by.ts';
import { required } from '../../shared/required.ts';
import type { Site } from '../../site/editions/editions.ts';
import { type Compressed, type Compression } from './compress.ts';
import { compressWithCache } from './compression-cache.ts';
import { entryOf } from './file-entries.ts';

/** A build of a site. */
export interface SiteBuild {
  output: Output;
  site: Site;
}

export interface EditionTarget {
  /** Folder below `dist.next/`, with the files of the last build. */
  root: string;
  /** The edition in the last build. */
  last: ManifestEdition | undefined;
  /** Whether the last build compressed files with this program and at this level. */
  hasCompressedForms: boolean;
}

/**
 * Writes the files of an edition that differ from the last build. Files get the time of {@link contentTime}.
 * @param files content by path below the root; undefined for an unchanged file, which is in its place
 * @param compression level of the files beside text files
 */
export function writeEdition(
  { output, site }: SiteBuild,
  { root, last, hasCompressedForms }: EditionTarget,
  files: Map<string, Buffer | undefined>,
  compression: Compression,
): ManifestFiles {
  const folder = `${output.next}/${root}`;
  const entries: [string, ManifestFile][] = [];
  const put = (file: string, entry: ManifestFile, content: () => Buffer): void => {
    const path = `${folder}/${file}`;
    entries.push([file, entry]);
    if (last?.files[file]?.sha256 === entry.sha256 && isIntact(path, entry)) return;
    // It is a link to a file in dist/, which must not change.
    if (last) rmSync(path, { recursive: true, force: true });
    writeContent(site, path, entry.sha256, content);
  };
  // A folder may take the place of a file.
  if (last)
    removeFiles(
      folder,
      Object.keys(last.files).filter((file) => !mayBelongTo(files, file)),
    );
  makeFolders([...files.keys()].map((file) => `${folder}/${file}`));
  for (const [file, content] of files) {
    const entry = content ? entryOf(content) : required(last?.files[file], file);
    if (content) put(file, entry, () => content);
    else entries.push([file, entry]);
    if (compression === 'none' || !isText(file)) continue;
    let made: Compressed | undefined;
    const make = (): Compressed =>
      (made ??= compressWithCache(output, content ?? readFileSync(`${folder}/${file}`), entry.sha256, compression));
    const isSame = hasCompressedForms && last?.files[file]?.sha256 === entry.sha256;
    const known = formsAt(site, compression);
    const forms = known.get(entry.sha256) ?? (isSame ? formsIn(last.files, file) : formsOf(make()));
    known.set(entry.sha256, forms);
    put(`${file}.br`, forms.br, () => make().br);
    put(`${file}.gz`, forms.gz, () => make().gz);
  }
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a file of the last build may stay: compressed forms are decided on later, and assets are retained. */
const mayBelongTo = (files: Map<string, unknown>, file: string): boolean =>
  file.startsWith('_astro/') || files.has(file.replace(/\.(br|gz|dcz)$/, '')) || files.has(file);

interface Forms {
  br: ManifestFile;
  gz: ManifestFile;
}

/** Compressed files of a level by the hash of their text: editions share scripts. */
const formsAt = cachedByBoth((_site: Site, _level: Compression) => new Map<string, Forms>());

const formsIn = (files: ManifestFiles, file: string): Forms => ({
  br: required(files[`${file}.br`], `${file}.br`),
  gz: required(files[`${file}.gz`], `${file}.gz`),
});

const formsOf = ({ br, gz }: Compressed): Forms => ({ br: entryOf(br), gz: entryOf(gz) });

/** Files that the build of a site wrote, by the hash of their content. */
const writtenFor = cachedBy((_site: Site) => new Map<string, string>());

/** Writes a file, or links it to a file with the same content, which is faster. */
export function writeContent(site: Site, path: string, sha256: string, contentOf: () => Buffer): void {
  const written = writtenFor(site);
  const same = written.get(sha256);
  if (same) return reuseFile(same, path);
  writeFileSync(path, contentOf(), { flag: 'wx' });
  utimesSync(path, contentTime(sha256), contentTime(sha256));
  written.set(sha256, path);
}

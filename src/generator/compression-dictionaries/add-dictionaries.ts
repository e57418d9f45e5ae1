import { readFileSync, rmSync } from 'node:fs';

import { dictionaryFile, dictionaryHeaders } from '../../output/compression-dictionaries.ts';
import type { Output } from '../../output/folders.ts';
import type { Manifest, ManifestEdition, ManifestFile, ManifestFiles } from '../../output/manifest.ts';
import { retainAssets } from '../../output/retain-assets.ts';
import { isIntact, makeFolders } from '../../output/reuse-files.ts';
import { required } from '../../shared/required.ts';
import { compressWithCache } from '../files/compression-cache.ts';
import { entryOf } from '../files/file-entries.ts';
import { type SiteBuild, writeContent } from '../files/write-edition.ts';
import { compressWithDictionary } from './compress-with-dictionary.ts';
import { readDictionary } from './stored-dictionaries.ts';

/**
 * Writes dictionaries, and pages compressed with them, to `dist.next/`. No page names its dictionary: servers do, in a header.
 * @param roots editions that this build was asked for
 * @param last manifest of the last build, if this program made it
 */
export function addDictionaries(
  build: SiteBuild,
  editions: ManifestEdition[],
  roots: string[],
  last: Manifest | undefined,
): ManifestEdition[] {
  const asked = new Set(roots);
  const before = new Map(last?.editions.map((edition) => [edition.root, edition]));
  const known = new Map<string, Dictionary>();
  return editions.map((edition) => {
    if (!asked.has(edition.root)) return edition;
    const key = `${edition.brand} ${edition.lang}`;
    const dictionary =
      known.get(key) ??
      toDictionary(build.output, required(readDictionary(build.site.folder, edition), `dictionary of ${key}`));
    known.set(key, dictionary);
    if (edition.dictionary === dictionary.file) return edition;
    return addDictionary(build, removeDictionary(edition, build.site.day), dictionary, before.get(edition.root));
  });
}

/** For a build without dictionaries after a build that has them. */
export function removeDictionaries(editions: ManifestEdition[], roots: string[], day: string): ManifestEdition[] {
  const asked = new Set(roots);
  return editions.map((edition) => (asked.has(edition.root) ? removeDictionary(edition, day) : edition));
}

interface Dictionary {
  content: Buffer;
  sha256: string;
  /** Its path below the root of an edition. */
  file: string;
  /** The dictionary and its compressed forms, by path. */
  forms: [file: string, content: Buffer][];
}

/** A dictionary is compressed at the best level in any build: the fast level misses that its second page has the layout of the first. */
function toDictionary(output: Output, content: Buffer): Dictionary {
  const { sha256 } = entryOf(content);
  const file = dictionaryFile(sha256);
  const { br, gz } = compressWithCache(output, content, sha256, 'best');
  return {
    content,
    sha256,
    file,
    forms: [
      [file, content],
      [`${file}.br`, br],
      [`${file}.gz`, gz],
    ],
  };
}

/** @param last the edition in the last build */
function addDictionary(
  build: SiteBuild,
  edition: ManifestEdition,
  { content, sha256, file, forms }: Dictionary,
  last: ManifestEdition | undefined,
): ManifestEdition {
  const { root, files } = edition;
  const { next } = build.output;
  const added: ManifestFiles = Object.fromEntries(
    forms.map(([path, form]) => [path, put(build, `${root}/${path}`, form)]),
  );
  for (const [page, entry] of Object.entries(files)) {
    if (!page.endsWith('.html') || page === '404.html') continue;
    const compressed = `${page}.dcz`;
    const isSame = last?.dictionary === file && last.files[page]?.sha256 === entry.sha256;
    const old = isSame ? last.files[compressed] : undefined;
    added[compressed] =
      old && isIntact(`${next}/${root}/${compressed}`, old)
        ? old
        : put(
            build,
            `${root}/${compressed}`,
            compressWithDictionary(readFileSync(`${next}/${root}/${page}`), content, sha256),
          );
  }
  const all = Object.entries({ ...files, ...added }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...edition,
    headers: [...edition.headers, ...dictionaryHeaders(file)],
    dictionary: file,
    files: Object.fromEntries(all),
    kept: Object.fromEntries(Object.entries(edition.kept).filter(([path]) => !(path in added))),
  };
}

/** Writes a file, unless it lies there. */
function put({ output, site }: SiteBuild, file: string, content: Buffer): ManifestFile {
  const path = `${output.next}/${file}`;
  const entry = entryOf(content);
  if (isIntact(path, entry)) return entry;
  // It may be a link to a file in dist/, which must not change.
  rmSync(path, { recursive: true, force: true });
  makeFolders([path]);
  writeContent(site, path, entry.sha256, () => content);
  return entry;
}

/** Retains the dictionary: pages that are still open refer to it. */
function removeDictionary(edition: ManifestEdition, day: string): ManifestEdition {
  const { dictionary, ...plain } = edition;
  if (dictionary === undefined) return edition;
  const others = Object.entries(edition.files).filter(([file]) => !file.endsWith('.dcz'));
  const files = Object.fromEntries(others.filter(([file]) => !file.startsWith(dictionary)));
  const headers = JSON.stringify(dictionaryHeaders(dictionary));
  return {
    ...plain,
    headers: edition.headers.filter((rule) => !headers.includes(JSON.stringify(rule))),
    files,
    kept: { ...edition.kept, ...retainAssets(files, { files: Object.fromEntries(others), kept: {} }, { day }) },
  };
}

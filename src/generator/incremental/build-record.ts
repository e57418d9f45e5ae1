import { hash } from 'node:crypto';
import { basename, dirname } from 'node:path';

import { isCompressedForm } from '../../output/content-encodings.ts';
import type { Output } from '../../output/folders.ts';
import type { ManifestEdition } from '../../output/manifest.ts';
import { UserError } from '../../shared/user-error.ts';
import { editionAt, type Site } from '../../site/editions/editions.ts';
import type { BuildSettings, BuiltEdition } from '../build-host.ts';
import type { Compression } from '../files/compress.ts';
import { pruneCachedPages, readCachedPages } from '../files/page-cache.ts';
import { pruneFolder, readSealedCache, writeSealedCache } from '../files/sealed-cache.ts';
import type { TranslatedPage } from '../pages/check-rendered-pages.ts';
import { editionFingerprint } from '../pages/input-fingerprints.ts';

/** The editions of a build by root, for the next build. */
export type BuildRecord = Record<string, EditionRecord>;

interface EditionRecord {
  /** See `editionFingerprint`. */
  fingerprint: string;
  compression: Compression;
  /** Digest of the alternates of all pages. */
  alternates: string;
  /** See `writeCachedPages`. */
  cachedPages: string;
  /** Number of pages. */
  pages: number;
  /** Of all files but the compressed ones. */
  bytes: number;
}

/**
 * Reads the record of a build.
 * @param build its id
 * @param code digest of the program
 * @returns undefined where it is missing or damaged, or another program wrote it
 */
export const readBuildRecord = (output: Output, build: string, code: string): BuildRecord | undefined =>
  readSealedCache<BuildRecord>(fileOf(output, build), code);

/**
 * The record of this build.
 * @param reused editions of the last build
 * @param last record of the last build
 */
export function updateBuildRecord(
  site: Site,
  { code, compression }: BuildSettings,
  reused: ManifestEdition[],
  built: BuiltEdition[],
  last: BuildRecord | undefined,
): BuildRecord {
  const old = reused.flatMap(({ root }) => (last?.[root] ? [[root, last[root]] as const] : []));
  const written = built.map(({ manifest: { root, files }, cachedPages, alternates }) => {
    const plain = Object.entries(files).filter(([file]) => !isCompressedForm(file));
    const record: EditionRecord = {
      fingerprint: editionFingerprint(code, editionAt(site, root)),
      compression,
      alternates: hash('sha256', JSON.stringify(alternates)),
      cachedPages,
      pages: plain.filter(([file]) => file.endsWith('.html')).length,
      bytes: plain.reduce((sum, [, { bytes }]) => sum + bytes, 0),
    };
    return [root, record] as const;
  });
  return Object.fromEntries([...old, ...written]);
}

/**
 * The pages whose alternates may have become wrong: those of brands where the alternates of an edition are not those of the last build.
 * Editions that are not up to date are left out.
 */
export function pagesToCompare(
  site: Site,
  { output, code }: BuildSettings,
  record: BuildRecord,
  built: BuiltEdition[],
  last: BuildRecord | undefined,
): TranslatedPage[] {
  const fresh = new Map(built.map(({ manifest, alternates }) => [manifest.root, alternates]));
  const current = Object.entries(record).map(([root, entry]) => ({ root, edition: editionAt(site, root), entry }));
  const changed = new Set(
    current
      .filter(({ root, entry }) => entry.alternates !== last?.[root]?.alternates)
      .map(({ edition }) => edition.brand),
  );
  return current
    .filter(
      ({ edition, entry }) => changed.has(edition.brand) && entry.fingerprint === editionFingerprint(code, edition),
    )
    .flatMap(({ root, edition, entry }) => {
      const pages = fresh.get(root) ?? cachedAlternates(output, entry);
      return pages.map(([path, alternates]) => ({ edition, path, alternates }));
    });
}

function cachedAlternates(output: Output, { cachedPages }: EditionRecord): BuiltEdition['alternates'] {
  const pages = readCachedPages(output, cachedPages);
  if (!pages.size)
    throw new UserError(`${output.cache}/pages/${cachedPages} is damaged. Build again: npm run build -- --force`);
  return [...pages].map(([path, { facts }]) => [path, facts.alternates]);
}

/** Writes the record of a build. It is written before the swap: a record without its build is never read. */
export const writeBuildRecord = (output: Output, build: string, code: string, record: BuildRecord): void =>
  writeSealedCache(fileOf(output, build), code, record);

/** Removes records and cached pages of other builds. */
export function pruneBuildRecords(output: Output, build: string, record: BuildRecord): void {
  const own = fileOf(output, build);
  pruneFolder(dirname(own), () => new Set([basename(own)]));
  pruneCachedPages(output, new Set(Object.values(record).map(({ cachedPages }) => cachedPages)));
}

const fileOf = ({ cache }: Output, build: string): string => `${cache}/builds/${build}.json`;

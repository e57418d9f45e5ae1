import { readdirSync, rmSync } from 'node:fs';

import type { ManifestEdition } from '../../output/manifest.ts';
import type { Alternate } from '../../site/editions/alternates.ts';
import { editionAt } from '../../site/editions/configured-editions.ts';
import type { Edition } from '../../site/editions/editions.ts';
import type { BuiltEdition, BuildSettings } from '../build-host.ts';
import type { Compression } from '../files/compress.ts';
import type { TranslatedPage } from '../pages/check-rendered-pages.ts';
import { editionFingerprint } from '../pages/input-fingerprints.ts';
import { readSealedCache, writeSealedCache } from './sealed-cache.ts';

/** Fingerprints and dependencies of the pages of a build, for the next build. */
export interface PageCache {
  /** By root. */
  editions: Record<string, CachedEdition>;
}

interface CachedEdition {
  /** See `editionFingerprint`. */
  fingerprint: string;
  compression: Compression;
  pages: Record<string, CachedPage>;
}

/** A page by its path. */
interface CachedPage {
  /** See `pageFingerprint`. */
  fingerprint: string;
  /** See `trackDependency`. */
  dependencies: string[];
  alternates: Alternate[];
}

const FOLDER = '.cache/pages';

/**
 * Reads the page cache of a build.
 * @param build its id
 */
export const readPageCache = (build: string, code: string): PageCache | undefined =>
  readSealedCache(fileOf(build), code);

/**
 * The page cache of this build.
 * @param reused editions of the last build
 * @param last page cache of the last build
 */
export function updatePageCache(
  { code, compression }: BuildSettings,
  reused: ManifestEdition[],
  built: BuiltEdition[],
  last: PageCache | undefined,
): PageCache {
  const old = reused.flatMap(({ root }) => {
    const edition = last?.editions[root];
    return edition ? [[root, edition] as const] : [];
  });
  const written = built.map(({ manifest: { root }, pages }) => {
    const edition = editionAt(root)!;
    const entries = [...pages].map(([path, { rendered, alternates }]) => {
      const { fingerprint, dependencies } = rendered ?? last!.editions[root]!.pages[path]!;
      return [path, { fingerprint, dependencies, alternates }] as const;
    });
    return [
      root,
      { fingerprint: editionFingerprint(code, edition), compression, pages: Object.fromEntries(entries) },
    ] as const;
  });
  return { editions: Object.fromEntries([...old, ...written]) };
}

/**
 * The pages of all editions that are up to date.
 * @param fingerprintOf present fingerprint of an edition
 */
export const cachedPages = ({ editions }: PageCache, fingerprintOf: (edition: Edition) => string): TranslatedPage[] =>
  Object.entries(editions).flatMap(([root, { fingerprint, pages }]) => {
    const edition = editionAt(root)!;
    if (fingerprint !== fingerprintOf(edition)) return [];
    return Object.entries(pages).map(([path, { alternates }]) => ({ edition, path, alternates }));
  });

/** Writes the page cache of a build. It is written before the swap: a page cache without its build is never read. */
export const writePageCache = (build: string, code: string, pageCache: PageCache): void =>
  writeSealedCache(fileOf(build), code, pageCache);

/** Removes the page caches of other builds. */
export function removeOtherPageCaches(build: string): void {
  for (const name of readdirSync(FOLDER)) {
    if (`${FOLDER}/${name}` !== fileOf(build)) rmSync(`${FOLDER}/${name}`);
  }
}

const fileOf = (build: string): string => `${FOLDER}/${build}.json`;

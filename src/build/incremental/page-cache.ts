import { readdirSync, rmSync } from 'node:fs';

import type { ManifestEdition } from '../../output/manifest.ts';
import type { Edition } from '../../site/editions/editions.ts';
import type { Alternate } from '../../site/editions/urls.ts';
import { editionAt } from '../../site/site.ts';
import type { BuiltEdition, Settings } from '../build-host.ts';
import type { Compression } from '../files/compress.ts';
import type { TranslatedPage } from '../pages/check-links.ts';
import { editionKey } from '../pages/fingerprints.ts';
import { readCache, writeCache } from './sealed-cache.ts';

/** What a build remembers of its pages for the next one. */
export interface Memory {
  /** By root. */
  editions: Record<string, EditionMemory>;
}

interface EditionMemory {
  /** See `editionKey`. */
  key: string;
  compression: Compression;
  pages: Record<string, PageMemory>;
}

/** A page by its path. */
interface PageMemory {
  /** See `pageKey`. */
  key: string;
  /** What it depends on; see `note`. */
  reads: string[];
  alternates: Alternate[];
}

const FOLDER = '.cache/pages';

/**
 * What was remembered with a build.
 * @param build its id
 */
export const readMemory = (build: string, code: string): Memory | undefined => readCache(fileOf(build), code);

/**
 * What the next build has to know of this one.
 * @param unchanged editions that are carried from the last build
 * @param known what was known of the last one
 */
export function remember(
  { code, compression }: Settings,
  unchanged: ManifestEdition[],
  built: BuiltEdition[],
  known: Memory | undefined,
): Memory {
  const carried = unchanged.flatMap(({ root }) => {
    const edition = known?.editions[root];
    return edition ? [[root, edition] as const] : [];
  });
  const rendered = built.map(({ manifest: { root }, pages }) => {
    const edition = editionAt(root)!;
    const entries = [...pages].map(([path, { inputs, alternates }]) => {
      const { key, reads } = inputs ?? known!.editions[root]!.pages[path]!;
      return [path, { key, reads, alternates }] as const;
    });
    return [root, { key: editionKey(code, edition), compression, pages: Object.fromEntries(entries) }] as const;
  });
  return { editions: Object.fromEntries([...carried, ...rendered]) };
}

/**
 * The pages that are remembered, but for those of editions that have to be built again.
 * @param keyOf what the key of an edition is now
 */
export const pagesIn = ({ editions }: Memory, keyOf: (edition: Edition) => string): TranslatedPage[] =>
  Object.entries(editions).flatMap(([root, { key, pages }]) => {
    const edition = editionAt(root)!;
    if (key !== keyOf(edition)) return [];
    return Object.entries(pages).map(([path, { alternates }]) => ({ edition, path, alternates }));
  });

/** Keeps what a build knows, before the build is put in its place: a memory without its build harms nobody. */
export const keepMemory = (build: string, code: string, memory: Memory): void =>
  writeCache(fileOf(build), code, memory);

/** Removes what was remembered with other builds. */
export function forgetOtherBuilds(build: string): void {
  for (const name of readdirSync(FOLDER)) {
    if (`${FOLDER}/${name}` !== fileOf(build)) rmSync(`${FOLDER}/${name}`);
  }
}

const fileOf = (build: string): string => `${FOLDER}/${build}.json`;

import { existsSync, rmSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

import type { ManifestEdition } from '../../output/manifest.ts';
import { listFiles } from '../../shared/list-files.ts';
import type { RenderedPageFacts } from '../pages/page-facts.ts';
import { readSealedBytes, writeSealedBytes } from './sealed-cache.ts';

/** A page with the hash of its file, which says whether the facts are those of the page in `dist/`. */
export interface CachedFacts {
  sha256: string;
  facts: RenderedPageFacts;
}

/**
 * The facts of the pages of an edition in its last build, by file.
 * @param code digest of the program
 */
export function readPageFactsCache(root: string, code: string): Map<string, CachedFacts> {
  const content = readSealedBytes(fileOf(root), code);
  return new Map(content && (deserialize(content) as [string, CachedFacts][]));
}

/** Writes the facts of the pages of an edition for its next build. */
export const writePageFactsCache = (root: string, code: string, pages: [file: string, CachedFacts][]): void =>
  writeSealedBytes(fileOf(root), code, serialize(pages));

/** Removes the facts of editions that no build has. */
export function prunePageFacts(editions: ManifestEdition[]): void {
  if (!existsSync(FOLDER)) return;
  const roots = new Set(editions.map(({ root }) => root));
  for (const root of listFiles(FOLDER)) if (!roots.has(root)) rmSync(fileOf(root));
}

const FOLDER = '.cache/facts';

const fileOf = (root: string): string => `${FOLDER}/${root}`;

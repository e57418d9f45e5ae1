import { existsSync, readFileSync, statSync } from 'node:fs';

import { UserError } from '../shared/user-error.ts';
import type { HeaderRule } from './headers.ts';

/** `dist/publish/manifest.json`: everything a CDN or server has to know of the build. */
export interface Manifest {
  version: string;
  /** Changes with any byte of the build. */
  build: string;
  /** The next day on which an article is to appear, in UTC: without a build on that day it does not. */
  nextBuild: string | null;
  editions: ManifestEdition[];
  /** Content security policies that pages had before, by root. */
  former: Record<string, string>;
}

export interface ManifestEdition {
  host: string;
  lang: string;
  brand: string;
  /** Folder below `dist/`. */
  root: string;
  /** Whether it answers where a visitor of the host has chosen no language. */
  default: boolean;
  closed: boolean;
  /** See {@link Manifest.nextBuild}. */
  nextBuild: string | null;
  headers: HeaderRule[];
  files: ManifestFiles;
  /** Hashed files of the build before, which pages that are still open ask for. */
  kept: ManifestFiles;
}

/** By path below the root of an edition. */
export type ManifestFiles = Record<string, ManifestFile>;

export interface ManifestFile {
  sha256: string;
  bytes: number;
}

/** Where the manifest of a build lies. */
export const manifestFile = (dist: string): string => `${dist}/publish/manifest.json`;

/** @throws UserError where nothing has been built */
export function readManifest(dist: string): Manifest {
  const file = manifestFile(dist);
  if (!existsSync(file)) throw new UserError(`${file} is missing. Build the site first: npm run build`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch (error) {
    throw new UserError(`${file} is damaged. Remove ${dist}/ and build again: npm run build`, { cause: error });
  }
}

/**
 * Gives the manifest of a build, read again once another build is in its place.
 * @throws UserError where nothing has been built
 */
export function manifestReader(dist: string): () => Manifest {
  let manifest = readManifest(dist);
  let built = builtAt(dist);
  return () => {
    const at = builtAt(dist);
    if (at !== built) manifest = readManifest(dist);
    built = at;
    return manifest;
  };
}

const builtAt = (dist: string): number | undefined => statSync(manifestFile(dist), { throwIfNoEntry: false })?.mtimeMs;

/** The files of an edition, kept ones included, as paths below `dist/`. */
export const filesOf = ({ root, files, kept }: ManifestEdition): string[] =>
  Object.keys({ ...kept, ...files }).map((file) => `${root}/${file}`);

import { existsSync, readFileSync, statSync } from 'node:fs';

import { UserError } from '../shared/user-error.ts';
import type { HeaderRule } from './match-headers.ts';
import type { SurrogateHeader } from './surrogate-keys.ts';

/** `dist/publish/manifest.json`: the build as a CDN or server needs it. */
export interface Manifest {
  version: string;
  /** Changes with any byte of the build. */
  build: string;
  /** Next day in UTC on which a page changes, and needs a build: that of a scheduled article or of a change of a rule. */
  nextBuild: string | null;
  editions: ManifestEdition[];
  /** Whether editions have dictionaries: their pages differ with Available-Dictionary, which many CDNs ignore. */
  dictionaries: boolean;
  /** Content security policies of the last build, by root; see `former-csp.ts`. */
  former: Record<string, string>;
}

export interface ManifestEdition {
  host: string;
  lang: string;
  brand: string;
  /** Folder below `dist/`. */
  root: string;
  /** Whether it is the host's default language. */
  default: boolean;
  closed: boolean;
  /** See {@link Manifest.nextBuild}. */
  nextBuild: string | null;
  headers: HeaderRule[];
  /** File with the compression dictionary of its pages (RFC 9842). */
  dictionary?: string;
  /** See {@link surrogateKeysFor}. They are no part of {@link headers}, because CDNs remove them. */
  surrogateKeys?: SurrogateHeader;
  files: ManifestFiles;
  /** Retained hashed files of the last build, which pages that are still open request. */
  kept: ManifestFiles;
}

/** Files by path below the root of an edition. */
export type ManifestFiles = Record<string, ManifestFile>;

export interface ManifestFile {
  sha256: string;
  bytes: number;
}

/** Path of the manifest of a build. */
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
 * Returns a function that gives the manifest of the present build. It reads the file again after each build.
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

/** Paths below `dist/` of the files of an edition, retained files included. */
export const filesOf = ({ root, files, kept }: ManifestEdition): string[] =>
  Object.keys({ ...kept, ...files }).map((file) => `${root}/${file}`);

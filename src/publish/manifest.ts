import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';

import packageManifest from '../../package.json' with { type: 'json' };
import { Mistake } from '../problems.ts';
import { readIfThere } from './files.ts';
import type { HeaderRule } from './headers.ts';
import { formerPolicies } from './policies.ts';
import { DIST } from './swap.ts';

/** `dist/publish/manifest.json`: everything a CDN or server has to know of the build. */
export interface Manifest {
  version: string;
  /** Changes with any byte of the build. */
  build: string;
  /** The next day on which an article is to appear, in UTC: without a build on that day it does not. */
  nextBuild: string | null;
  editions: ManifestEdition[];
  /** Content security policies that pages had before, by root; see {@link formerPolicies}. */
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

/** @throws Mistake where nothing has been built */
export function readManifest(dist: string): Manifest {
  const file = manifestFile(dist);
  if (!existsSync(file)) throw new Mistake(`${file} is missing. Build the site first: npm run build`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch (error) {
    throw new Mistake(`${file} is damaged. Remove ${dist}/ and build again: npm run build`, { cause: error });
  }
}

/**
 * Gives the manifest of a build, read again once another build is in its place.
 * @throws Mistake where nothing has been built
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

/** The manifest of the build in `dist/`; nothing where there is none, or none that is whole. */
export function readLastManifest(): Manifest | undefined {
  const text = readIfThere(manifestFile(DIST));
  try {
    // A build of an older program has no former policies.
    const manifest = { former: {}, ...JSON.parse(String(text)) } as Manifest;
    return buildId(manifest.version, manifest.editions) === manifest.build ? manifest : undefined;
  } catch (error) {
    // It is no JSON, or the JSON of another program.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The files of an edition, kept ones included, as paths below `dist/`. */
export const filesOf = ({ root, files, kept }: ManifestEdition): string[] =>
  Object.keys({ ...kept, ...files }).map((file) => `${root}/${file}`);

/** @param last the build before */
export function toManifest(editions: ManifestEdition[], last: Manifest | undefined): Manifest {
  const { version } = packageManifest;
  const build = buildId(version, editions);
  const [nextBuild = null] = editions.flatMap((edition) => edition.nextBuild ?? []).toSorted();
  return { version, build, nextBuild, editions, former: formerPolicies(editions, last) };
}

/** Two builds that give the same bytes have the same id. Kept files and former policies are no part of it. */
function buildId(version: string, editions: ManifestEdition[]): string {
  const parts = editions.map((edition) => JSON.stringify({ ...edition, kept: {} }));
  return hash('sha256', [version, ...parts].join('\n')).slice(0, 16);
}

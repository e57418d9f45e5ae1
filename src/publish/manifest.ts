import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

import packageManifest from '../../package.json' with { type: 'json' };
import { isHostDefault, rootOf } from '../editions/editions.ts';
import { Mistake } from '../problems.ts';
import type { AssembledEdition } from './assemble.ts';
import type { HeaderRule } from './headers.ts';

/** `dist/publish/manifest.json`: everything a CDN or server has to know of the build. */
export interface Manifest {
  version: string;
  editions: ManifestEdition[];
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
  headers: HeaderRule[];
  /** By path below `root`. */
  files: Record<string, { sha256: string; bytes: number }>;
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

export const toManifest = (editions: ManifestEdition[]): Manifest => ({ version: packageManifest.version, editions });

/** @param dist folder that the edition was assembled in */
export function toManifestEdition({ edition, files, headers }: AssembledEdition, dist: string): ManifestEdition {
  const root = rootOf(edition);
  const entries = [...files].toSorted().map((file) => {
    const content = readFileSync(`${dist}/${root}/${file}`);
    return [file, { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length }];
  });
  return {
    host: edition.host,
    lang: edition.lang,
    brand: edition.brand.id,
    root,
    default: isHostDefault(edition),
    closed: edition.closed,
    headers,
    files: Object.fromEntries(entries),
  };
}

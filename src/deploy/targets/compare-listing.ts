import { dirname } from 'node:path';

import type { Manifest } from '../../output/manifest.ts';
import { contentTime } from '../../output/mtime-from-hash.ts';
import { filesByPath } from '../files-by-path.ts';
import type { DeployFile, Depth, Drift } from '../target.ts';
import { PUBLISHED } from './server-config-files.ts';

/** Hashes of the files below `publish/`, as `sha256sum` writes them. */
export const SUMS = 'publish/SHA256SUMS';

/** A file or folder of a generation, as its file system knows it. */
export interface Listed {
  /** As of `stat`: type and rights. */
  mode: number;
  /** Time of the last change, in seconds since 1970. */
  seconds: number;
  bytes: number;
  /** Undefined where contents were not read. */
  sha256?: string | undefined;
}

/** By path below the folder of a generation, folders among them; `.` is that folder. */
export type Listing = Map<string, Listed>;

/**
 * Compares the folder of a generation with its manifest.
 * @param sums text of {@link SUMS}; undefined where it is missing, as in generations of an earlier release: only `content` asks for it
 */
export function compareListing(manifest: Manifest, listing: Listing, sums: string | undefined, depth: Depth): Drift[] {
  const expected = new Map<string, { sha256: string; bytes?: number }>([...filesByPath(manifest), ...parseSums(sums)]);
  const folders = new Set(['.', 'publish']);
  for (const path of expected.keys())
    for (let folder = dirname(path); folder !== '.' && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  const faultOf = (path: string, found: Listed | undefined): string | undefined => {
    const file = expected.get(path);
    const isFolder = folders.has(path);
    if (!found) return path === SUMS ? NO_SUMS : 'is missing';
    if (path === SUMS) return undefined;
    if (!file && !isFolder) return !PUBLISHED.includes(path) ? FOREIGN : sums ? 'has other content' : undefined;
    if (found.mode >> 12 !== (isFolder ? FOLDER : FILE)) return isFolder ? 'is no folder' : 'is no file';
    if (file && ((file.bytes ?? found.bytes) !== found.bytes || (found.sha256 ?? file.sha256) !== file.sha256))
      return 'has other content';
    if (!(isFolder ? isOpenFolder : isReadable)(found.mode)) return RIGHTS;
    if (!file) return undefined;
    // Servers make the ETag of a page of its time.
    return file.bytes !== undefined && found.seconds !== contentTime(file.sha256) ? TIME : undefined;
  };
  const paths = new Set([...folders, ...expected.keys(), ...(depth === 'content' ? [SUMS] : []), ...listing.keys()]);
  return [...paths].flatMap((path) => {
    const fault = faultOf(path, listing.get(path));
    return fault ? { path, fault } : [];
  });
}

const RIGHTS = 'has other rights';
const TIME = 'has another time';
const NO_SUMS = 'is missing: it was removed, or an earlier release, which wrote none, deployed this';

/** Everybody may read, and not everybody write. A group may: access control lists of a folder ask for it. */
const isReadable = (mode: number): boolean => (mode & 0o446) === 0o444 && (mode & 0o040) > 0;
const isOpenFolder = (mode: number): boolean => (mode & 0o557) === 0o555;

/** Whether visitors would get wrong bytes, or none. */
export const isHarmful = ({ fault }: Drift): boolean => ![RIGHTS, TIME, NO_SUMS].includes(fault);

/** Whether a path is that of a server's configuration, or their folder. A host may begin alike. */
export const isPublished = (path: string): boolean => path === 'publish' || path.startsWith('publish/');

/** The link to the configuration leads elsewhere. */
export const WRONG_LINK: Drift = { path: 'publish', fault: 'is not what the link "publish" of the target leads to' };

/** The changes that mend a generation. */
export interface RepairPlan {
  /** Paths in the way, or of no build. */
  remove: string[];
  /** Folders that are missing, or have other rights, outer ones first. */
  folders: string[];
  /** Files whose bytes are missing or wrong. */
  bring: DeployFile[];
  /** Files whose time or rights may be wrong, those to bring among them. Only right bytes get the time that later deployments trust. */
  touch: DeployFile[];
  /** Files below `publish/` that differ. */
  publish: string[];
}

/** Sorts what {@link compareListing} found by the change that mends it. @param depth with which it looked: by size alone, a file of another time may have other bytes */
export function planRepair(manifest: Manifest, drift: Drift[], depth: Depth): RepairPlan {
  const files = filesByPath(manifest);
  const touch = drift.flatMap(({ path }) => files.get(path) ?? []);
  const right = depth === 'size' ? [RIGHTS] : [RIGHTS, TIME];
  const faultAt = new Map(drift.map(({ path, fault }) => [path, fault]));
  return {
    remove: drift.flatMap(({ path, fault }) => (IN_THE_WAY.includes(fault) ? path : [])),
    folders: drift.flatMap(({ path, fault }) =>
      files.has(path) || fault === FOREIGN || path.startsWith('publish/') ? [] : path,
    ),
    bring: touch.filter(({ path }) => !right.includes(faultAt.get(path) ?? '')),
    touch,
    publish: drift.flatMap(({ path, fault }) => (isPublished(path) && fault !== FOREIGN ? path : [])),
  };
}

const FOREIGN = 'belongs to no build';
const IN_THE_WAY = [FOREIGN, 'is no file', 'is no folder'];

/** Of `stat`, without rights. */
const FILE = 0o10;
const FOLDER = 0o4;

const parseSums = (sums = ''): [path: string, entry: { sha256: string }][] =>
  sums.split('\n').flatMap((line) => {
    const [, sha256, name] = /^([0-9a-f]{64}) [ *](?:\.\/)?([\w.-]+)$/.exec(line) ?? [];
    return sha256 && name ? [[`publish/${name}`, { sha256 }]] : [];
  });

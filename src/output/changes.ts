import { renameSync, writeFileSync } from 'node:fs';

import { readIfPresent } from '../shared/files/read-if-present.ts';
import { required } from '../shared/required.ts';
import { isCompressedForm } from './content-encodings.ts';
import type { Manifest, ManifestEdition, ManifestFiles } from './manifest.ts';

export const CHANGES = 'publish/changes.json';

/** `dist/publish/changes.json`: the URLs to purge from a CDN. */
export interface Changes {
  build: string;
  /** Id of the last build; null for the first. */
  previous: string | null;
  /** Whether a running nginx or Caddy must reload its configuration. */
  reload: boolean;
  /** Changed editions. */
  editions: ChangedEdition[];
}

export interface ChangedEdition {
  host: string;
  lang: string;
  /** SHA-256 by URL path. */
  added: Record<string, string>;
  changed: Record<string, { old: string; new: string }>;
  removed: Record<string, string>;
  /** Whether the headers of any URL changed. */
  headersChanged: boolean;
}

/**
 * The changes that visitors see between two builds.
 * @param roots editions of this build; of the others only removals are listed
 */
export function changesBetween(
  before: Manifest | undefined,
  after: Manifest,
  roots: string[],
): Omit<Changes, 'reload'> {
  const old = new Map(before?.editions.map((edition) => [edition.root, edition]));
  const now = new Map(after.editions.map((edition) => [edition.root, edition]));
  const gone = [...old.keys()].filter((root) => !now.has(root));
  const editions = [...roots, ...gone]
    .filter((root) => old.get(root) !== now.get(root))
    .map((root) => compare(old.get(root), now.get(root)))
    .filter(isChanged);
  return { build: after.build, previous: before?.build ?? null, editions };
}

/** Writes that nothing changed since a build, in the place of changes that are published already. */
export function writeNoChanges(dist: string, build: string): Changes {
  const changes = { build, previous: build, editions: [], reload: false };
  const text = formatChanges(changes);
  const file = `${dist}/${CHANGES}`;
  if (readIfPresent(file)?.toString() !== text) {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  }
  return changes;
}

/** Text of {@link CHANGES}. */
export const formatChanges = (changes: Changes): string => `${JSON.stringify(changes, null, 2)}\n`;

/** @example 3 pages changed, 1 added, 2 other files in 2 editions */
export function summarizeChanges(editions: ChangedEdition[]): string {
  if (!editions.length) return 'Nothing changed';
  const count = (kind: 'added' | 'changed' | 'removed', wanted: boolean): number =>
    editions.flatMap((edition) => Object.keys(edition[kind])).filter((path) => isPage(path) === wanted).length;
  const kinds = ['changed', 'added', 'removed'] as const;
  const pages = kinds.map((kind) => [count(kind, true), kind] as const).filter(([number]) => number > 0);
  const others = kinds.reduce((sum, kind) => sum + count(kind, false), 0);
  const [first, ...rest] = pages.map(([number, kind]) => `${number} ${kind}`);
  const parts = [
    ...(first ? [first.replace(' ', first.startsWith('1 ') ? ' page ' : ' pages ')] : []),
    ...rest,
    ...(others ? [`${others} other ${others === 1 ? 'file' : 'files'}`] : []),
  ];
  const where = `in ${editions.length} ${editions.length === 1 ? 'edition' : 'editions'}`;
  return `${parts.join(', ') || 'Headers'} ${where}`;
}

function compare(before: ManifestEdition | undefined, after: ManifestEdition | undefined): ChangedEdition {
  const { host, lang } = required(after ?? before, 'edition that changed');
  const changes: ChangedEdition = {
    host,
    lang,
    added: {},
    changed: {},
    removed: {},
    headersChanged:
      JSON.stringify(before?.headers) !== JSON.stringify(after?.headers) ||
      before?.surrogateKeys !== after?.surrogateKeys,
  };
  const [old, now] = [filesOf(before), filesOf(after)];
  for (const [file, { sha256 }] of Object.entries(now)) {
    const known = old[file]?.sha256;
    if (known === sha256 || isCompressedForm(file)) continue;
    if (known) changes.changed[urlPathOf(file)] = { old: known, new: sha256 };
    else changes.added[urlPathOf(file)] = sha256;
  }
  for (const [file, { sha256 }] of Object.entries(old))
    if (!now[file] && !isCompressedForm(file)) changes.removed[urlPathOf(file)] = sha256;
  return changes;
}

const isChanged = ({ added, changed, removed, headersChanged }: ChangedEdition): boolean =>
  headersChanged || [added, changed, removed].some((urls) => Object.keys(urls).length > 0);

/** Retained files count, so that retaining a file is no change. */
const filesOf = (edition: ManifestEdition | undefined): ManifestFiles => ({ ...edition?.kept, ...edition?.files });

/** URL path of a file of an edition. */
export function urlPathOf(file: string): string {
  if (file === '404.html') return '/404.html';
  return `/${file.replace(/(^index)?\.html$/, '')}`;
}

const isPage = (path: string): boolean => path === '/404.html' || !/\.[a-z0-9]+$/.test(path);

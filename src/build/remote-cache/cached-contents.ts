import { readdirSync } from 'node:fs';

import { CACHE, DIST } from '../../output/folders.ts';
import type { Manifest } from '../../output/manifest.ts';
import type { BuildRecord } from '../incremental/build-record.ts';

/** Paths by the hash of their content. */
export type ContentPaths = Map<string, string[]>;

/** What a build knows of its texts. Digests tell what of it still holds. */
const TEXT_CACHES = [
  `${CACHE}/texts`,
  ...['translations.json', 'hosts.json', 'rule-changes.json'].map((name) => `.cache/${name}`),
];

/** Files that belong to no host. The manifest is the last of them, as it makes a build complete. */
export const stateFiles = (build: string): string[] => [
  ...TEXT_CACHES,
  `${CACHE}/builds/${build}.json`,
  ...readdirSync(`${DIST}/publish`)
    .filter((name) => name !== 'manifest.json')
    .map((name) => `${DIST}/publish/${name}`),
  `${DIST}/publish/manifest.json`,
];

/** Files of each host, and the pages that its next build compares. */
export function contentsByHost({ editions }: Manifest, record: BuildRecord): Map<string, ContentPaths> {
  const byHost = new Map<string, ContentPaths>();
  for (const { host, root, files } of editions) {
    const own: ContentPaths = byHost.get(host) ?? new Map();
    byHost.set(host, own);
    const add = (sha256: string, path: string): void => void own.set(sha256, [...(own.get(sha256) ?? []), path]);
    for (const [file, { sha256 }] of Object.entries(files)) add(sha256, `${DIST}/${root}/${file}`);
    const pages = record[root]?.cachedPages;
    if (pages) add(pages, `${CACHE}/pages/${pages}`);
  }
  return byHost;
}

/** Contents that several hosts have. */
export function sharedContents(byHost: Map<string, ContentPaths>): ContentPaths {
  const seen = new Set<string>();
  const shared: ContentPaths = new Map();
  for (const own of byHost.values())
    for (const [sha256, paths] of own)
      if (seen.has(sha256)) shared.set(sha256, paths);
      else seen.add(sha256);
  return shared;
}

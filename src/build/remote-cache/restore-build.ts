import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import pLimit from 'p-limit';

import { CACHE, DIST, NEXT } from '../../output/folders.ts';
import { type Manifest, MANIFEST, readManifestIfIntact } from '../../output/manifest.ts';
import { contentTime } from '../../output/mtime-from-hash.ts';
import { builtEditions } from '../../site/editions/configured-editions.ts';
import { type BuildRecord, readBuildRecord } from '../incremental/build-record.ts';
import type { CachedPack } from './cache-index.ts';
import { type ContentPaths, contentsByHost } from './cached-contents.ts';
import { type OpenCache, packName } from './open-cache.ts';
import { unpack } from './pack.ts';
import { CONCURRENCY } from './save-build.ts';

/**
 * Restores the last build with its caches, where this machine has none. What is missing or damaged is built again.
 * @returns what was restored, for the report
 */
export async function restoreBuild(cache: OpenCache): Promise<string | undefined> {
  const { last, code } = cache;
  if (!last || existsSync(DIST)) return undefined;
  const state = await fetchPack(cache, last.state);
  const manifest = state && restoreState(last.files, state);
  const record = manifest && readBuildRecord(manifest.build, code);
  if (!manifest || !record) {
    // Nothing of it is known to be intact: this build stores everything again.
    cache.last = undefined;
    return 'Cache: refused, because its state is missing or damaged';
  }
  const restored = await restoreHosts(cache, manifest, record);
  renameSync(`${NEXT}/${MANIFEST}.restored`, `${NEXT}/${MANIFEST}`);
  renameSync(NEXT, DIST);
  const damaged = cache.lost.size ? `; ${cache.lost.size} packs were missing or damaged` : '';
  return `Cache: restored ${restored} hosts${damaged}`;
}

/** Writes the files of no host; those of the build to {@link NEXT}, which is not complete until its manifest has its name. */
function restoreState(files: Record<string, string>, state: Map<string, Buffer>): Manifest | undefined {
  rmSync(NEXT, { recursive: true, force: true });
  for (const [file, sha256] of Object.entries(files)) {
    const content = state.get(sha256);
    if (!content) return undefined;
    // Texts of this machine may be newer than those caches, which then hold what is still of use.
    const path = file.startsWith(`${DIST}/`) ? `${NEXT}${file.slice(DIST.length)}` : file;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const manifest = readManifestIfIntact(NEXT);
  if (manifest) renameSync(`${NEXT}/${MANIFEST}`, `${NEXT}/${MANIFEST}.restored`);
  return manifest;
}

/** @returns number of restored hosts */
async function restoreHosts(cache: OpenCache, manifest: Manifest, record: BuildRecord): Promise<number> {
  const last = cache.last!;
  mkdirSync(`${CACHE}/pages`, { recursive: true });
  const shared = (await fetchPack(cache, last.shared)) ?? new Map<string, Buffer>();
  const wanted = new Set(builtEditions.map(({ host }) => host));
  const limit = pLimit(CONCURRENCY);
  const restored = await Promise.all(
    [...contentsByHost(manifest, record)].map(([host, contents]) =>
      limit(async () => {
        const entry = last.hosts[host];
        const own = entry && wanted.has(host) ? await fetchPack(cache, entry) : undefined;
        if (own) writeContents(contents, own, shared);
        return own !== undefined;
      }),
    ),
  );
  return restored.filter(Boolean).length;
}

function writeContents(contents: ContentPaths, own: Map<string, Buffer>, shared: Map<string, Buffer>): void {
  for (const [sha256, paths] of contents) {
    const content = own.get(sha256) ?? shared.get(sha256);
    if (!content) continue;
    for (const path of paths) {
      if (path.startsWith(`${CACHE}/`)) writeFileSync(path, content);
      else {
        const next = `${NEXT}${path.slice(DIST.length)}`;
        mkdirSync(dirname(next), { recursive: true });
        writeFileSync(next, content);
        utimesSync(next, contentTime(sha256), contentTime(sha256));
      }
    }
  }
}

async function fetchPack({ store, lost }: OpenCache, entry: CachedPack): Promise<Map<string, Buffer> | undefined> {
  const contents = unpack(await store.get(packName(entry.sha256)), entry);
  if (!contents) lost.add(entry.sha256);
  return contents;
}

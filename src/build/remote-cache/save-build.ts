import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

import pLimit from 'p-limit';

import { CACHE, DIST } from '../../output/folders.ts';
import { readManifestIfIntact } from '../../output/manifest.ts';
import { readBuildRecord } from '../incremental/build-record.ts';
import { type CachedPack, type CacheIndex, signIndex } from './cache-index.ts';
import { contentsByHost, sharedContents, stateFiles } from './cached-contents.ts';
import { INDEX, type OpenCache, packName } from './open-cache.ts';
import { pack } from './pack.ts';

/** Requests at a time. A pack is read when its turn has come. */
export const CONCURRENCY = 8;

/**
 * Stores the build in `dist/`, as far as it differs from what is stored.
 * @returns what was stored, for the report
 */
export async function saveBuild({ store, code, scope, key, last, lost }: OpenCache): Promise<string> {
  const manifest = readManifestIfIntact(DIST);
  const record = manifest && readBuildRecord(manifest.build, code);
  if (!manifest || !record) return 'Cache: nothing stored, because caches of this build are missing here';
  const recordFile = `${CACHE}/builds/${manifest.build}.json`;
  // The record has changed where other inputs led to the same bytes.
  if (!lost.size && last?.files[recordFile] === hash('sha256', readFileSync(recordFile))) return 'Cache: up to date';
  const byHost = contentsByHost(manifest, record);
  const shared = sharedContents(byHost);
  const limit = pLimit(CONCURRENCY);
  const known = new Map(
    last && [last.shared, last.state, ...Object.values(last.hosts)].map((old) => [old.contents, old]),
  );
  let [packs, bytes] = [0, 0];
  const put = async (hashes: string[], read: () => Buffer[]): Promise<CachedPack> => {
    const contents = hash('sha256', hashes.join('\n'));
    const old = known.get(contents);
    if (old && !lost.has(old.sha256)) return old;
    const content = pack(read());
    const sha256 = hash('sha256', content);
    await store.put(packName(sha256), content);
    packs += 1;
    bytes += content.length;
    return { sha256, bytes: content.length, contents };
  };
  const putPaths = (own: [sha256: string, paths: string[]][]): Promise<CachedPack> =>
    limit(() =>
      put(
        own.map(([sha256]) => sha256),
        () => own.map(([, paths]) => readFileSync(paths[0]!)),
      ),
    );
  const files = stateFiles(manifest.build).filter((file) => existsSync(file));
  const state = files.map((file) => readFileSync(file));
  const hashes = state.map((content) => hash('sha256', content));
  const hosts = await Promise.all(
    [...byHost].map(
      async ([host, own]) => [host, await putPaths([...own].filter(([sha256]) => !shared.has(sha256)))] as const,
    ),
  );
  const index: CacheIndex = {
    version: 1,
    code,
    build: manifest.build,
    files: Object.fromEntries(files.map((file, number) => [file, hashes[number]!])),
    shared: await putPaths([...shared]),
    state: await put(hashes, () => state),
    hosts: Object.fromEntries(hosts),
  };
  // Packs come first: an index never names a pack that was not stored.
  await store.put(INDEX, signIndex(index, scope, key));
  const used = new Set(packsOf(index));
  await store.remove((last ? packsOf(last) : []).filter((sha256) => !used.has(sha256)).map(packName));
  return `Cache: stored ${packs} packs, ${(bytes / 1e6).toFixed(1)} MB`;
}

const packsOf = ({ shared, state, hosts }: CacheIndex): string[] =>
  [shared, state, ...Object.values(hosts)].map(({ sha256 }) => sha256);

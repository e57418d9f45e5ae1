import { DIST, SHARD } from '../../output/folders.ts';
import { type CacheIndex, verifyIndex } from './cache-index.ts';
import { readCacheSettings } from './cache-settings.ts';
import { type ObjectStore, openStore } from './object-store.ts';

/** The cache of this shard, or of the whole build. */
export interface OpenCache {
  store: ObjectStore;
  /** Digest of the program. */
  code: string;
  /** What an index is signed with, beside its content. */
  scope: string;
  key: string;
  /** What the last build stored with this program; undefined for nothing that can be trusted. */
  last: CacheIndex | undefined;
  /** Hashes of packs of {@link last} that are missing or damaged. */
  lost: Set<string>;
  /** Why {@link last} is undefined though there is an index. */
  refusal: string | undefined;
}

/** Object below the folder of the shard. */
export const INDEX = `${folderOf()}/index`;

export const packName = (sha256: string): string => `${folderOf()}/packs/${sha256}`;

/** A shard has a folder of its own, so that no other build removes its packs. */
function folderOf(): string {
  return SHARD ?? 'whole';
}

/**
 * Reads what the last build stored.
 * @param code digest of the program
 * @throws StoreUnavailable
 */
export async function openCache(code: string, env: NodeJS.ProcessEnv): Promise<OpenCache> {
  const settings = readCacheSettings(env);
  const { bucket, prefix, key } = settings;
  const store = openStore(settings);
  const scope = `s3://${bucket}/${prefix}${INDEX} ${DIST}`;
  const signed = await store.get(INDEX);
  const index = signed && verifyIndex(signed, scope, key);
  const refusal = signed && !index ? `Cache: refused, because CACHE_KEY did not sign ${prefix}${INDEX}` : undefined;
  return { store, code, scope, key, last: index?.code === code ? index : undefined, lost: new Set(), refusal };
}

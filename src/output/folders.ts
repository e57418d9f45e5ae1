/** The shard that this process builds, such as `2-of-4`; undefined for a whole build. Arguments set it before this module loads. */
export const SHARD: string | undefined = process.env.BUILD_SHARD;

/** Holds the shards that were built here. */
const SHARDS = 'dist.shards';

/** The last build. */
export const DIST = SHARD ? `${SHARDS}/${SHARD}` : 'dist';

/** The build in progress. Shards hide it, so that `dist.shards/*` names finished shards. */
export const NEXT = SHARD ? `${SHARDS}/.${SHARD}.next` : 'dist.next';

/** The last build, during a swap in two renames. */
export const OLD = SHARD ? `${SHARDS}/.${SHARD}.old` : 'dist.old';

/** Caches of the last build. */
export const CACHE = SHARD ? `.cache/shards/${SHARD}` : '.cache';

import { StoreUnavailable } from './object-store.ts';
import { type OpenCache, openCache } from './open-cache.ts';
import { restoreBuild } from './restore-build.ts';
import { saveBuild } from './save-build.ts';

/** The cache of a build in a bucket. */
export interface RemoteCache {
  /** Stores the build in `dist/`. @returns lines for the report, with those of the restoration */
  save: () => Promise<string[]>;
}

/**
 * Restores the last build where this machine has none. A cache that does not answer, or that the key did not sign, costs time only.
 * @param code digest of the program
 * @param force whether to restore nothing
 * @throws UserError where the variables are wrong
 */
export async function attachCache(code: string, force: boolean): Promise<RemoteCache> {
  const lines: string[] = [];
  let cache: OpenCache | undefined;
  const attempt = async (task: () => Promise<string | undefined>): Promise<void> => {
    try {
      lines.push(...[await task()].filter((line) => line !== undefined));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // Each further request would wait as long.
      cache = undefined;
      lines.push(`Warning: the cache of CACHE_URL did not answer (${error.message}). The build went on without it.`);
    }
  };
  await attempt(async () => {
    cache = await openCache(code, process.env);
    return cache.refusal;
  });
  if (!force) await attempt(async () => cache && restoreBuild(cache));
  return {
    save: async () => {
      await attempt(async () => cache && saveBuild(cache));
      return lines;
    },
  };
}

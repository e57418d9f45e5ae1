import { z } from 'zod';

import { editionKey } from '../../output/surrogate-keys.ts';
import { apiRequestText } from '../api-request.ts';
import { credential } from '../credential.ts';
import type { PurgeRequest, Purger } from '../purger.ts';
import { listCounts, type PurgeCall, purgerOf, type RateLimit } from './purge-calls.ts';

/** @see https://docs.bunny.net/docs/cdn-api-purge-rate-limits (read in November 2026) */
const EXACT: RateLimit = { burst: 120, perSecond: 5 };
/** Also for tags and whole zones, whose limit is not documented. */
const PREFIX: RateLimit = { burst: 20, perSecond: 0.5 };

export const bunnySchema = z.strictObject({
  type: z.literal('bunny'),
  /** Number of the pull zone that has all hosts. */
  pullZone: z.int().positive(),
  /**
   * Whether brands send `surrogateKeys: 'CDN-Tag'`. An edition is then purged by its tag, else with its whole host.
   * @default false
   */
  tags: z.boolean().default(false),
  /**
   * Hosts with more changed URLs are purged whole.
   * @default 500
   */
  maxUrlsPerHost: z.int().positive().default(500),
  /** @default 'https://api.bunny.net' */
  api: z.url().default('https://api.bunny.net'),
});

/** Purges a pull zone of Bunny. `BUNNY_API_KEY` is the key of the account: Bunny has none with fewer permissions. */
export function bunnyPurger(settings: Settings): Purger {
  const key = credential('BUNNY_API_KEY', 'access to the pull zone');
  // Its settings of what a cache varies by do not have this header.
  return purgerOf(false, (request) => planCalls(settings, key, request));
}

type Settings = z.output<typeof bunnySchema>;

function planCalls(settings: Settings, key: string, { urls, editions, isEverything }: PurgeRequest) {
  const call = (limit: RateLimit, path: string, body?: object): PurgeCall => ({
    limit,
    tokens: 1,
    send: async (signal) => {
      await apiRequestText(`${settings.api}${path}`, { method: 'POST', headers: { AccessKey: key }, body, signal });
    },
  });
  const zone = `/pullzone/${settings.pullZone}/purgeCache`;
  if (isEverything)
    return {
      calls: [call(PREFIX, zone)],
      note: `Bunny removes everything of the pull zone ${settings.pullZone}; no charge.`,
    };
  const tags = settings.tags ? editions.map(editionKey) : [];
  const whole = settings.tags ? [] : editions.map(({ host }) => host);
  const byHost = Map.groupBy(urls, (url) => new URL(url).hostname);
  const large = [...byHost].filter(([, onHost]) => onHost.length > settings.maxUrlsPerHost).map(([host]) => host);
  const hosts = [...new Set([...whole, ...large])];
  const single = urls.filter((url) => !hosts.includes(new URL(url).hostname));
  const calls = [
    ...tags.map((CacheTag) => call(PREFIX, zone, { CacheTag })),
    ...hosts.map((host) => call(PREFIX, `/purge?${query(`https://${host}/*`)}`)),
    // A URL that ends with a slash would stand for all URLs below it.
    ...single.map((url) => call(EXACT, `/purge?${query(url)}&exactPath=true`)),
  ];
  const counts = { URL: single.length, tag: tags.length, 'whole host': hosts.length };
  return { calls, note: `Bunny purges ${listCounts(counts)}, each in a call; no charge.` };
}

const query = (url: string): string => String(new URLSearchParams({ url, async: 'false' }));

import { z } from 'zod';

import { editionKey } from '../../output/surrogate-keys.ts';
import { required } from '../../shared/required.ts';
import { UserError } from '../../shared/user-error.ts';
import type { PurgeRequest, Purger } from '../purger.ts';
import { apiRequest } from '../requests/api-request.ts';
import type { Credentials } from '../requests/credentials.ts';
import { inGroups } from '../requests/in-groups.ts';
import { listCounts, pluralize, type PurgeCall, purgerOf } from './purge-calls.ts';

/**
 * Limits of an account by plan. A call by host or tag takes a token of `calls`, each URL of a call a token of `urls`.
 * @see https://developers.cloudflare.com/cache/how-to/purge-cache/ (read in November 2026)
 */
const limits = {
  free: { calls: { burst: 25, perSecond: 5 / 60 }, urls: { burst: 800, perSecond: 800 }, urlsPerCall: 100 },
  pro: { calls: { burst: 25, perSecond: 5 }, urls: { burst: 1500, perSecond: 1500 }, urlsPerCall: 100 },
  business: { calls: { burst: 50, perSecond: 10 }, urls: { burst: 1500, perSecond: 1500 }, urlsPerCall: 100 },
  enterprise: { calls: { burst: 500, perSecond: 50 }, urls: { burst: 3000, perSecond: 3000 }, urlsPerCall: 500 },
};

const HOSTS_OR_TAGS_PER_CALL = 100;

export const cloudflareSchema = z.strictObject({
  type: z.literal('cloudflare'),
  /** Id of each zone by its domain, such as `{ 'velvet.example': '023e105f4ecef8ad9ca31a8372d0c353' }`. A host belongs to the longest domain that it ends with. */
  zones: z.record(
    z.string(),
    z.string().regex(/^[0-9a-f]{32}$/, { error: 'is no zone id. Copy it from the overview of the zone' }),
  ),
  /**
   * Plan of the account, which decides the limits.
   * @default 'free'
   */
  plan: z.enum(['free', 'pro', 'business', 'enterprise']).default('free'),
  /**
   * Whether brands send `surrogateKeys: 'Cache-Tag'`. An edition is then purged by its tag, else with its whole host.
   * @default false
   */
  tags: z.boolean().default(false),
  /**
   * Hosts with more changed URLs are purged whole.
   * @default 2000
   */
  maxUrlsPerHost: z.int().positive().default(2000),
  /** @default 'https://api.cloudflare.com/client/v4' */
  api: z.url().default('https://api.cloudflare.com/client/v4'),
});

/** Purges zones of Cloudflare. `CLOUDFLARE_API_TOKEN` needs Zone, Cache Purge, Purge, on these zones. */
export function cloudflarePurger(settings: Settings, credentials: Credentials): Purger {
  const token = credentials.token('CLOUDFLARE_API_TOKEN', 'the permission Zone, Cache Purge, Purge');
  const headers = { Authorization: `Bearer ${token}` };
  const purge: Purge = async (zone, body, signal) => {
    const url = `${settings.api}/zones/${zone}/purge_cache`;
    await apiRequest(url, answer, { method: 'POST', headers, body, credentials, signal });
  };
  // Of Vary, it counts Accept-Encoding only.
  return purgerOf(false, (request) => planCalls(settings, purge, request));
}

type Settings = z.output<typeof cloudflareSchema>;

type Purge = (zone: string, body: object, signal: AbortSignal) => Promise<void>;

function planCalls(settings: Settings, purge: Purge, request: PurgeRequest) {
  const { calls: callLimit, urls: urlLimit, urlsPerCall } = limits[settings.plan];
  const zones = request.isEverything
    ? Object.values(settings.zones).map((id) => [id, request] as const)
    : byZone(settings.zones, request);
  const counts = { URL: 0, 'whole host': 0, tag: 0 };
  const calls = zones.flatMap(([zone, { urls, editions }]): PurgeCall[] => {
    const call = (limit: PurgeCall['limit'], tokens: number, body: object): PurgeCall => ({
      limit,
      tokens,
      send: (signal) => purge(zone, body, signal),
    });
    if (request.isEverything) return [call(callLimit, 1, { purge_everything: true })];
    const { hosts, tags, files } = choose(settings, urlsPerCall, urls, editions);
    counts.URL += files.length;
    counts['whole host'] += hosts.length;
    counts.tag += tags.length;
    return [
      ...inGroups(tags, HOSTS_OR_TAGS_PER_CALL).map((group) => call(callLimit, 1, { tags: group })),
      ...inGroups(hosts, HOSTS_OR_TAGS_PER_CALL).map((group) => call(callLimit, 1, { hosts: group })),
      ...inGroups(files, urlsPerCall).map((group) => call(urlLimit, group.length, { files: group })),
    ];
  });
  const items = request.isEverything
    ? `everything in ${pluralize(calls.length, 'zone')}, also of other sites there`
    : listCounts(counts);
  return { calls, note: `Cloudflare purges ${items}; no charge.` };
}

/** Editions by tag. Without tags, editions with more URLs than a call takes are purged with their hosts. */
function choose(settings: Settings, urlsPerCall: number, urls: string[], editions: PurgeRequest['editions']) {
  if (settings.tags) return { ...ofLargeHosts(settings, urls), tags: editions.map(editionKey) };
  const ofEditions = editions.flatMap((edition) => edition.urls);
  if (ofEditions.length <= urlsPerCall) return { ...ofLargeHosts(settings, [...urls, ...ofEditions]), tags: [] };
  const whole = new Set(editions.map(({ host }) => host));
  const { hosts, files } = ofLargeHosts(
    settings,
    urls.filter((url) => !whole.has(hostOf(url))),
  );
  return { hosts: [...whole, ...hosts], files, tags: [] };
}

/** Hosts with many URLs, and the URLs of all other hosts. */
function ofLargeHosts({ maxUrlsPerHost }: Settings, urls: string[]): { hosts: string[]; files: string[] } {
  const byHost = [...Map.groupBy(urls, hostOf)];
  return {
    hosts: byHost.filter(([, onHost]) => onHost.length > maxUrlsPerHost).map(([host]) => host),
    files: byHost.flatMap(([, onHost]) => (onHost.length > maxUrlsPerHost ? [] : onHost)),
  };
}

/** The parts of a request by zone. @throws UserError that lists hosts without a zone */
function byZone(
  zones: Record<string, string>,
  { urls, editions }: PurgeRequest,
): [zone: string, Pick<PurgeRequest, 'urls' | 'editions'>][] {
  const zoneOf = (host: string): string | undefined =>
    Object.entries(zones)
      .filter(([domain]) => host === domain || host.endsWith(`.${domain}`))
      .toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
  const hosts = [...new Set([...urls.map(hostOf), ...editions.map(({ host }) => host)])];
  const missing = hosts.filter((host) => !zoneOf(host));
  if (missing.length)
    throw new UserError(
      `No zone of Cloudflare is configured for ${missing.join(', ')}. Add the domain and its zone id to zones.`,
    );
  return [...Map.groupBy(hosts, (host) => required(zoneOf(host), host))].map(([zone, inZone]) => [
    zone,
    {
      urls: urls.filter((url) => inZone.includes(hostOf(url))),
      editions: editions.filter(({ host }) => inZone.includes(host)),
    },
  ]);
}

const answer = z.object({ success: z.literal(true) });

const hostOf = (url: string): string => new URL(url).hostname;

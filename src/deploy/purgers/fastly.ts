import { z } from 'zod';

import { editionKey, urlKey } from '../../output/surrogate-keys.ts';
import type { PurgeRequest, Purger } from '../purger.ts';
import { apiRequest } from '../requests/api-request.ts';
import type { Credentials } from '../requests/credentials.ts';
import { inGroups } from '../requests/in-groups.ts';
import { pluralize, type PurgeCall, purgerOf, type RateLimit } from './purge-calls.ts';

/** @see https://www.fastly.com/documentation/reference/api/purging/ */
const KEYS_PER_CALL = 256;

/** 100,000 URLs or keys an hour and account. @see https://docs.fastly.com/products/network-services-resource-limits */
const LIMIT: RateLimit = { burst: 100_000, perSecond: 100_000 / 3600 };

export const fastlySchema = z.strictObject({
  type: z.literal('fastly'),
  /** Id of the service that has all hosts. */
  service: z.string().regex(/^[A-Za-z0-9]+$/, { error: 'is no id of a service. Copy it from the list of services' }),
  /**
   * Whether brands send `surrogateKeys: 'Surrogate-Key'`. Then 256 URLs take one call, and an edition one key; a key of a URL counts for all
   * languages of its host.
   * @default false
   */
  keys: z.boolean().default(false),
  /**
   * Marks answers as stale instead of removing them: visitors get the stale one while Fastly fetches the new one, if the service allows it.
   * @default true
   */
  soft: z.boolean().default(true),
  /** @default 'https://api.fastly.com' */
  api: z.url().default('https://api.fastly.com'),
});

/** Purges a service of Fastly. `FASTLY_API_TOKEN` needs the scope `purge_select`, and `purge_all` for the first deployment. */
export function fastlyPurger(settings: Settings, credentials: Credentials): Purger {
  const token = credentials.token('FASTLY_API_TOKEN', 'the scope purge_select');
  // It counts Vary.
  return purgerOf(true, (request) => planCalls(settings, credentials, token, request));
}

type Settings = z.output<typeof fastlySchema>;

function planCalls(
  settings: Settings,
  credentials: Credentials,
  token: string,
  { urls, editions, isEverything }: PurgeRequest,
) {
  const call = (path: string, keys?: string[]): PurgeCall => ({
    limit: LIMIT,
    tokens: keys?.length ?? 1,
    send: async (signal) => {
      const headers = { 'Fastly-Key': token, ...(settings.soft && { 'Fastly-Soft-Purge': '1' }) };
      const body = keys && { surrogate_keys: keys };
      await apiRequest(`${settings.api}${path}`, answer, { method: 'POST', headers, body, credentials, signal });
    },
  });
  const how = settings.soft ? 'marks as stale' : 'removes';
  if (isEverything) {
    const note = `Fastly removes everything of the service ${settings.service}, never softly; no charge.`;
    return { calls: [call(`/service/${settings.service}/purge_all`)], note };
  }
  if (!settings.keys) {
    const all = [...urls, ...editions.flatMap((edition) => edition.urls)];
    const calls = all.map((url) => call(`/purge/${url.replace(/^https?:\/\//, '')}`));
    return { calls, note: `Fastly ${how} ${pluralize(calls.length, 'URL')}; no charge.` };
  }
  const ofUrls = urls.map((url) => new URL(url)).map(({ hostname, pathname }) => urlKey(hostname, pathname));
  const keys = [...new Set([...editions.map(editionKey), ...ofUrls])];
  const calls = inGroups(keys, KEYS_PER_CALL).map((group) => call(`/service/${settings.service}/purge`, group));
  return { calls, note: `Fastly ${how} ${pluralize(keys.length, 'key')}; no charge.` };
}

/** Ids by key, or a status. */
const answer = z
  .record(z.string(), z.string())
  .refine(({ status = 'ok' }) => status === 'ok', { error: 'is no success' });

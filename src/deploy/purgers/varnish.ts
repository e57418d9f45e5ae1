import { request as httpRequest } from 'node:http';

import { z } from 'zod';

import { editionKey } from '../../output/surrogate-keys.ts';
import { UserError } from '../../shared/user-error.ts';
import type { PurgeRequest, Purger } from '../purger.ts';
import { inGroups } from '../requests/in-groups.ts';
import { retry, TransientError } from '../requests/retry.ts';
import { listCounts, type PurgeCall, purgerOf, type RateLimit } from './purge-calls.ts';

/** Varnish takes headers of 8 KB, which hold as many keys of the longest hosts and languages. */
const ITEMS_PER_BAN = 20;

const TIMEOUT_MS = 30_000;

const NO_LIMIT: RateLimit = { burst: Number.MAX_SAFE_INTEGER, perSecond: 1 };

export const varnishSchema = z.strictObject({
  type: z.literal('varnish'),
  /** Address of each Varnish, with `deploy/varnish.vcl`, such as `http://10.0.0.5:6081`. */
  servers: z
    .array(z.url({ protocol: /^http$/, error: 'is no address. Write one such as "http://10.0.0.5:6081"' }))
    .min(1, { error: 'is empty. Name at least one Varnish' }),
  /**
   * Whether brands send `surrogateKeys: 'Surrogate-Key'`. An edition is then banned by its key, else with its whole host.
   * @default false
   */
  keys: z.boolean().default(false),
});

/** Purges each of several Varnish servers. Its VCL knows by network address who may. */
export const varnishPurger = (settings: Settings): Purger => purgerOf(true, (request) => planCalls(settings, request));

type Settings = z.output<typeof varnishSchema>;

function planCalls(settings: Settings, { urls, editions, isEverything }: PurgeRequest) {
  const keys = settings.keys && !isEverything ? editions.map(editionKey) : [];
  const whole = settings.keys ? [] : [...new Set(editions.map(({ host }) => host))];
  const hosts = isEverything ? [] : whole;
  const single = isEverything ? [] : urls.filter((url) => !hosts.includes(new URL(url).hostname));
  const calls = settings.servers.flatMap((server): PurgeCall[] => {
    const call = (method: string, path: string, headers: Record<string, string>): PurgeCall => ({
      limit: NO_LIMIT,
      tokens: 1,
      send: (signal) => retry(() => send(new URL(path, server), method, headers, signal), { signal }),
    });
    return [
      ...(isEverything ? [call('BAN', '/', { 'X-Ban-Hosts': '.' })] : []),
      ...inGroups(keys, ITEMS_PER_BAN).map((group) => call('BAN', '/', { 'X-Ban-Keys': patternOf(group) })),
      ...inGroups(hosts, ITEMS_PER_BAN).map((group) => call('BAN', '/', { 'X-Ban-Hosts': patternOf(group) })),
      ...single.map((url) => {
        const { hostname, pathname, search } = new URL(url);
        return call('PURGE', `${pathname}${search}`, { Host: hostname });
      }),
    ];
  });
  const items = isEverything
    ? 'everything'
    : listCounts({ URL: single.length, key: keys.length, 'whole host': hosts.length });
  const servers = listCounts({ server: settings.servers.length });
  return { calls, note: `Varnish removes ${items} on ${servers}.` };
}

/** Matches a list of keys or a host which has one of the items. White space would end a condition of a ban. */
const patternOf = (items: string[]): string =>
  `(^|\\s)(${items.map((item) => item.replaceAll('.', '[.]')).join('|')})(\\s|$)`;

/** `fetch` sends no Host header of choice. */
const send = (url: URL, method: string, headers: Record<string, string>, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    const name = `${method} ${url.origin}${url.pathname}`;
    const sent = httpRequest(url, { method, headers, signal, timeout: TIMEOUT_MS, agent: false }, (response) => {
      const { statusCode: status = 0 } = response.resume();
      response.once('end', () => {
        if (status === 200) done();
        else if (status >= 500) fail(new TransientError(`${name} was answered ${status}`));
        else
          fail(new UserError(`${name} was answered ${status}. ${HINTS[status] ?? 'Load deploy/varnish.vcl there.'}`));
      });
    });
    sent.once('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)));
    sent.once('error', (error) => {
      if (signal.aborted) fail(error);
      else fail(new TransientError(`${name} failed: ${error.message}`, { cause: error }));
    });
    sent.end();
  });

const HINTS: Record<number, string> = {
  403: 'Add the address of this machine to the acl purgers of its VCL, and send purges to Varnish itself.',
};

import { setTimeout } from 'node:timers/promises';

import type { PurgeRequest, Purger } from '../purger.ts';

/** A call to a CDN. */
export interface PurgeCall {
  /** Which of its limits it counts for. */
  limit: RateLimit;
  /** Tokens that it takes of the limit. */
  tokens: number;
  send(signal: AbortSignal): Promise<void>;
}

/** A token bucket: `burst` tokens at once, then `perSecond`. */
export interface RateLimit {
  burst: number;
  perSecond: number;
}

/** A purger that sends planned calls, no faster than their limits allow. */
export const purgerOf = (
  keepsVary: boolean,
  plan: (request: PurgeRequest) => { calls: PurgeCall[]; note: string },
): Purger => ({
  keepsVary,
  describe(request) {
    const { calls, note } = plan(request);
    return { calls: calls.length, seconds: Math.ceil(secondsOf(calls)), note };
  },
  async purge(request, signal) {
    const startMs = performance.now();
    const sent: PurgeCall[] = [];
    for (const call of plan(request).calls) {
      sent.push(call);
      const waitMs = startMs + secondsOf(sent) * 1000 - performance.now();
      if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
      await call.send(signal);
    }
  },
});

/** @example pluralize(2, 'URL') // '2 URLs' */
export const pluralize = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** @example listCounts({ URL: 38, tag: 0, 'whole host': 1 }) // '38 URLs, 1 whole host' */
export const listCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => pluralize(count, noun))
    .join(', ') || 'nothing';

/** Seconds after which the limits allow the last of the calls. */
const secondsOf = (calls: PurgeCall[]): number =>
  Math.max(
    0,
    ...[...Map.groupBy(calls, ({ limit }) => limit)].map(
      ([{ burst, perSecond }, counted]) => (counted.reduce((sum, { tokens }) => sum + tokens, 0) - burst) / perSecond,
    ),
  );

import type { RequestName } from '../../../contract/chat/chat-protocol.ts';
import { LeakyBucket } from '../../../shared/leaky-bucket.ts';

/**
 * Units that an account has at once on a node, over all its sockets, and units regained per second. Ten tabs that reconnect with ten
 * open rooms each take 400.
 */
const BURST = 1000;
const PER_SECOND = 40;

/** Units of a request by its work; all other requests take a unit. */
const COSTS: Partial<Record<RequestName, number>> = { lobby: 5, heads: 2, enter: 5, people: 10, since: 3, before: 3 };

/** Units of a request with an unknown name or an invalid body. Pages send none, except a few to a node of another release. */
const INVALID_COST = 20;

/** Bytes of responses per unit. */
const BYTES_PER_UNIT = 16_384;

/** Refusals after which the account is disconnected; they decay as fast as units return. */
const REFUSALS_MAX = 100;

/** Interval between forwarded typing events. */
const TYPING_MS = 1000;

/** Whether a request takes several units: it waits in the queue of costly requests, and is refused to readers that are behind. */
export const isCostly = (name: RequestName): boolean => name in COSTS;

export type SocketRateLimits = ReturnType<typeof createSocketRateLimits>;

/**
 * Limits accounts that flood. Kept in memory, because a request that reaches the database has already cost too much. Limits of
 * messages, calls and others hold across nodes: see `rate-limits.ts`.
 */
export function createSocketRateLimits() {
  const accounts = new Map<string, SocketRateLimit>();
  return {
    /** @returns the shared limit of all sockets of an account */
    of: (account: string): SocketRateLimit => {
      const limit = accounts.get(account) ?? createSocketRateLimit();
      accounts.set(account, limit);
      return limit;
    },
    /** Drops accounts with unused limits. */
    prune: (): void => {
      for (const [account, { isUnused }] of accounts) if (isUnused()) accounts.delete(account);
    },
  };
}

export type SocketRateLimit = ReturnType<typeof createSocketRateLimit>;

function createSocketRateLimit() {
  const units = new LeakyBucket({ burst: BURST, perSecond: PER_SECOND });
  const refusals = new LeakyBucket({ burst: REFUSALS_MAX, perSecond: PER_SECOND });
  const typing = new LeakyBucket({ burst: 1, perSecond: 1000 / TYPING_MS });
  return {
    /** Counts a request. */
    take: (name: RequestName | undefined): 'allowed' | 'tooMany' | 'disconnect' => {
      if (units.take(name ? (COSTS[name] ?? 1) : INVALID_COST)) return 'allowed';
      return refusals.take() ? 'tooMany' : 'disconnect';
    },
    /** Counts an invalid body. */
    chargeInvalid: (): void => units.charge(INVALID_COST),
    /** Counts the bytes of a response. */
    charge: (bytes: number): void => units.charge(bytes / BYTES_PER_UNIT),
    /** Whether to forward a typing event. */
    mayType: (): boolean => typing.take(),
    isUnused: (): boolean => units.isEmpty() && refusals.isEmpty(),
    /** The ban for flooding while it is being stored. */
    ban: undefined as Promise<void> | undefined,
  };
}

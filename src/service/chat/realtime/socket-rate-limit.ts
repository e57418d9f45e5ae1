import type { RequestName } from '../../../contract/chat-protocol.ts';

/**
 * Units that an account has at once on a node, over all its sockets, and units regained per second. Ten tabs that reconnect with ten
 * open rooms each take 400.
 */
const BURST = 1000;
const PER_SECOND = 40;

/** Units of a request by its work; all other requests take one unit. */
const COSTS: Partial<Record<RequestName, number>> = { lobby: 5, heads: 2, enter: 5, people: 10, since: 3, before: 3 };

/** Units of a request with an unknown name or an invalid body. Pages send none, except a few to a node of another release. */
const INVALID_COST = 20;

/** Bytes of responses per unit. */
const BYTES_PER_UNIT = 16_384;

/** Refusals after which the account is disconnected; they decay as fast as units return. */
const REFUSALS_MAX = 100;

/** Interval between forwarded typing events. */
const TYPING_MS = 1000;

/** Whether a request has a large response. */
export const isCostly = (name: RequestName): boolean => name in COSTS;

/**
 * Limits an account that floods. Kept in memory, because a request that reaches the database has already cost too much. Limits of
 * messages, calls and others hold across nodes: see `rate-limits.ts`.
 */
export interface SocketRateLimit {
  /** Counts a request. */
  take: (name: RequestName | undefined) => 'allowed' | 'tooMany' | 'disconnect';
  /** Counts an invalid body. */
  chargeInvalid: () => void;
  /** Counts the bytes of a response. */
  charge: (bytes: number) => void;
  /** Whether to forward a typing event. */
  mayType: () => boolean;
}

export interface SocketRateLimits {
  /** @returns the shared limit of all sockets of an account */
  of: (account: string) => SocketRateLimit;
  /** Drops accounts with unused limits. */
  prune: () => void;
}

export function createSocketRateLimits(now: () => number = () => performance.now()): SocketRateLimits {
  const accounts = new Map<string, ReturnType<typeof createSocketRateLimit>>();
  return {
    of: (account) => {
      const limit = accounts.get(account) ?? createSocketRateLimit(now);
      accounts.set(account, limit);
      return limit;
    },
    prune: () => {
      for (const [account, { isFull }] of accounts) if (isFull()) accounts.delete(account);
    },
  };
}

function createSocketRateLimit(now: () => number): SocketRateLimit & { isFull: () => boolean } {
  let used = 0;
  let refusals = 0;
  let at = now();
  let typedAt = -Infinity;
  const drain = (): void => {
    const units = ((now() - at) / 1000) * PER_SECOND;
    at = now();
    used = Math.max(0, used - units);
    refusals = Math.max(0, refusals - units);
  };
  return {
    take: (name) => {
      drain();
      const cost = name ? (COSTS[name] ?? 1) : INVALID_COST;
      if (used + cost <= BURST) {
        used += cost;
        return 'allowed';
      }
      refusals += 1;
      return refusals <= REFUSALS_MAX ? 'tooMany' : 'disconnect';
    },
    chargeInvalid: () => {
      used += INVALID_COST;
    },
    charge: (bytes) => {
      used += bytes / BYTES_PER_UNIT;
    },
    mayType: () => {
      if (now() - typedAt < TYPING_MS) return false;
      typedAt = now();
      return true;
    },
    isFull: () => {
      drain();
      return used === 0 && refusals === 0;
    },
  };
}

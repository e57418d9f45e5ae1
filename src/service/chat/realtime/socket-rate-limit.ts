import type { RequestName } from '../../../contract/chat-protocol.ts';

/**
 * Units that an account has at once on one node, over all its sockets, and that come back in a second. Ten tabs that reconnect with
 * ten open rooms each take 400.
 */
const BURST = 1000;
const PER_SECOND = 40;

/** Units of a request, by the work that it makes; all others take one. */
const COSTS: Partial<Record<RequestName, number>> = { lobby: 5, heads: 2, enter: 5, people: 10, since: 3, before: 3 };

/** Bytes of answers that take one unit. */
const BYTES_PER_UNIT = 16_384;

/** Refusals at once after which sockets of an account are cut; they come back as fast as units do. */
const REFUSALS_MAX = 100;

/** Longest time for which typing once is shown. */
const TYPING_MS = 1000;

/** Requests that have big answers. */
export const isCostly = (name: RequestName): boolean => name in COSTS;

/**
 * Holds back an account that asks without end. It is kept in memory: a request that reaches the database has cost too much already. Limits of
 * messages, calls and the like hold over all nodes, in `limits.ts`.
 */
export interface SocketRateLimit {
  /** Counts a request. */
  take: (name: RequestName | undefined) => 'fine' | 'tooMany' | 'hopeless';
  /** Counts the bytes of an answer. */
  charge: (bytes: number) => void;
  /** Whether to pass on that the account types. */
  mayType: () => boolean;
}

export interface SocketRateLimits {
  /** @returns the limit that all sockets of an account share */
  of: (account: string) => SocketRateLimit;
  /** Forgets accounts that have used nothing of late. */
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
      const cost = (name && COSTS[name]) ?? 1;
      if (used + cost <= BURST) {
        used += cost;
        return 'fine';
      }
      refusals += 1;
      return refusals <= REFUSALS_MAX ? 'tooMany' : 'hopeless';
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

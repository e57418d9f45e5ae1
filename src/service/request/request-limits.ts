import { changeCount } from '../../shared/change-count.ts';
import { BusyError } from '../../shared/fair-queue.ts';
import { LeakyBucket } from '../../shared/leaky-bucket.ts';
import { type FormError, tooMany } from './form-result.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Requests to a node: pages, forms and handshakes of sockets. A page load is two. High, because households, offices and carriers share
 * addresses. The limit of a session is that of a moderator's requests.
 */
export const requestLimits = {
  session: { burst: 300, perSecond: 5 },
  /** Of all signed-in browsers of a network: twice as many as it may have sockets. */
  sessionsOfNetwork: { burst: 2000, perSecond: 50 },
  /** Of all other browsers of a network. */
  network: { burst: 600, perSecond: 30 },
  /** The same of a /24 or /48. */
  wideNetwork: { burst: 2000, perSecond: 100 },
  /** Handshakes of browsers of a network that are not signed in: a page opens a socket only where its session has just ended. */
  handshakesOfNetwork: { burst: 100, perSecond: 5 },
};

/** Most requests under way, of all senders and of a single sender. A form takes a tenth of a second at least. */
const UNDER_WAY_MAX = 1000;
const UNDER_WAY_OF_ONE_MAX = 300;

/** Most bodies that arrive at once. The body of a page arrives in a moment. */
const ARRIVING_MAX = 1000;

/** Time between removals of unused buckets. */
const PRUNE_MS = 60_000;

type Sender = Pick<RequestContext, 'session' | 'network' | 'wideNetwork'>;

/** The session of a sender, or the network of a sender without one. */
export const senderKey = ({ session, network }: Sender): string => session ?? network;

export type RequestLimits = ReturnType<typeof createRequestLimits>;

/**
 * Limits the requests to a node in front of the limits in the database (`rate-limits.ts`): a request that reaches the database has
 * already cost too much.
 */
export function createRequestLimits() {
  const buckets = new Map<string, LeakyBucket>();
  let prunedAt = performance.now();
  const prune = (): void => {
    if (performance.now() - prunedAt < PRUNE_MS) return;
    prunedAt = performance.now();
    for (const [key, bucket] of buckets) if (bucket.isEmpty()) buckets.delete(key);
  };
  const bucketOf = (limit: keyof typeof requestLimits, key: string): LeakyBucket => {
    const name = `${limit} ${key}`;
    const bucket = buckets.get(name) ?? new LeakyBucket(requestLimits[limit]);
    buckets.set(name, bucket);
    return bucket;
  };
  /** Functions that cut the bodies that arrive, the oldest first. */
  const arriving = new Set<() => void>();
  const underWay = new Map<string, number>();
  let allUnderWay = 0;
  return {
    /** Counts a request. @returns the error above a limit */
    check: ({ session, network, wideNetwork }: Sender, kind?: 'handshake'): FormError | undefined => {
      prune();
      const counted = session
        ? [bucketOf('sessionsOfNetwork', network), bucketOf('session', session)]
        : [bucketOf('network', network), bucketOf('wideNetwork', wideNetwork)];
      if (kind === 'handshake' && !session) counted.push(bucketOf('handshakesOfNetwork', network));
      const waitSeconds = Math.max(...counted.map((bucket) => bucket.waitSeconds()));
      if (waitSeconds > 0) return tooMany(waitSeconds);
      for (const bucket of counted) bucket.take();
      return undefined;
    },
    /**
     * Receives the body of a request, which is not under way before: slow bodies keep no request out. With too many bodies, the oldest is cut.
     * @param cut ends the connection
     */
    receive: async <Body>(read: () => Promise<Body>, cut: () => void): Promise<Body> => {
      const [oldest] = arriving;
      if (oldest && arriving.size >= ARRIVING_MAX) {
        arriving.delete(oldest);
        oldest();
      }
      arriving.add(cut);
      return read().finally(() => arriving.delete(cut));
    },
    /** Runs a request whose body has arrived. @throws BusyError with too many requests under way */
    run: async <Result>(sender: Sender, request: () => Promise<Result>): Promise<Result> => {
      const key = senderKey(sender);
      if (allUnderWay >= UNDER_WAY_MAX || (underWay.get(key) ?? 0) >= UNDER_WAY_OF_ONE_MAX)
        throw new BusyError('Too many requests under way.');
      allUnderWay += 1;
      changeCount(underWay, key, 1);
      try {
        return await request();
      } finally {
        allUnderWay -= 1;
        changeCount(underWay, key, -1);
      }
    },
  };
}

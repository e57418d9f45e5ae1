import { createFairQueue, type FairQueue } from '../../shared/fair-queue.ts';
import type { RequestLimits } from './request-limits.ts';

/** Bounds of the work of a node. */
export interface LoadLimits {
  requestLimits: RequestLimits;
  /** Costly requests and handshakes. */
  heavyWork: FairQueue;
}

/**
 * Creates the queue of costly requests and handshakes of a node. When hundreds of people connect at once, they wait here instead of in
 * the connection pool of the database: messages find a free connection, and no request fails with a full pool. The last in a full queue
 * waits for less than the timeout of browsers. A user with ten tabs that reconnect with ten open rooms each has 120 requests.
 */
export const createHeavyWork = (): FairQueue =>
  createFairQueue({ running: 8, runningOfOne: 4, waiting: 4000, waitingOfOne: 200 });

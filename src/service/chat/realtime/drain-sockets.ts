import { setTimeout as sleep } from 'node:timers/promises';

import type { ChatServer } from './chat-server.ts';

/** Time for load balancers to notice that this node is not ready. */
const NOTICE_MS = 1000;

/** Time per socket, and bounds for all sockets, to move to another node. */
const MOVE_MS = 10;
const MOVE_MIN_MS = 3000;
const MOVE_MAX_MS = 10_000;
/** Extra time before remaining sockets are closed. */
const LATE_MS = 2000;

/**
 * Refuses new sockets and moves clients to other nodes, spread over time. Resolves once all have moved or the time is over.
 * @param hasPeers whether there are other nodes
 */
export async function drainSockets(io: ChatServer, hasPeers: boolean): Promise<void> {
  io.engine?.use((_request: unknown, _response: unknown, next: (error: Error) => void) => next(new Error('draining')));
  // The embedded database has a single node: a fast restart brings people back sooner.
  if (!hasPeers) return;
  if (io.sockets.sockets.size) await sleep(NOTICE_MS);
  const withinMs = Math.min(Math.max(MOVE_MIN_MS, io.sockets.sockets.size * MOVE_MS), MOVE_MAX_MS);
  io.local.emit('draining', { withinMs });
  const end = performance.now() + withinMs + LATE_MS;
  while (io.sockets.sockets.size && performance.now() < end) await sleep(100);
}

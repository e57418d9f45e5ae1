import type { IncomingMessage } from 'node:http';

import type { ClientNetwork } from '../../request/client-network.ts';

/** Most connections from one network to one node: households and carriers share addresses. */
const CONNECTIONS_MAX = 1000;

/**
 * Limits the connections of a network, whether or not those who open them are signed in.
 * @returns whether a request may open one; if so, it is counted until its connection closes
 */
export function createConnectionLimit(
  networkOf: (request: IncomingMessage) => ClientNetwork,
): (request: IncomingMessage) => boolean {
  const open = new Map<string, number>();
  return (request) => {
    const network = networkOf(request).own;
    const count = open.get(network) ?? 0;
    if (count >= CONNECTIONS_MAX) return false;
    open.set(network, count + 1);
    request.socket.once('close', () => {
      const left = open.get(network)! - 1;
      if (left) open.set(network, left);
      else open.delete(network);
    });
    return true;
  };
}

import type { IncomingMessage } from 'node:http';

import type { ClientNetwork } from '../../request/client-network.ts';

/** Most connections from a network to a node. High, because households and carriers share addresses. */
const CONNECTIONS_MAX = 1000;

/**
 * Limits the connections of a network, with or without sign-in.
 * @returns a function that tells whether a request may connect; it counts the connection until it closes
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

import type { IncomingMessage } from 'node:http';

import { changeCount } from '../../../shared/change-count.ts';
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
    if ((open.get(network) ?? 0) >= CONNECTIONS_MAX) return false;
    changeCount(open, network, 1);
    request.socket.once('close', () => changeCount(open, network, -1));
    return true;
  };
}

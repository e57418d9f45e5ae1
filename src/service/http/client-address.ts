import type { IncomingMessage } from 'node:http';

import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

/**
 * Tells from which network a request comes: an IPv4 address, or the /56 of an IPv6 address, which one household or server has. What
 * X-Forwarded-For says counts only as far as trusted proxies wrote it.
 */
export function networkReader(trustedProxies: string[]): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile(trustedProxies);
  return (request) => {
    const address = proxyAddress(request, trust);
    if (!ipaddr.isValid(address)) return 'unknown';
    const parsed = ipaddr.process(address);
    return parsed instanceof ipaddr.IPv6
      ? [...parsed.parts.slice(0, 3), parsed.parts[3]! & 0xff00].join(':')
      : parsed.toString();
  };
}

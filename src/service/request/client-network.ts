import type { IncomingMessage } from 'node:http';

import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

/** The network that a request comes from. */
export interface ClientNetwork {
  /** An IPv4 address, or the /56 of an IPv6 address: a household or a server. */
  own: string;
  /** The /24 of an IPv4 address, or the /48 of an IPv6 address: a customer of a data centre can have all of it. */
  wide: string;
}

/** Returns a function that reads the network of a request. X-Forwarded-For counts only as far as trusted proxies wrote it. */
export function clientNetworkReader(trustedProxies: string[]): (request: IncomingMessage) => ClientNetwork {
  const trust = proxyAddress.compile(trustedProxies);
  return (request) => {
    const address = proxyAddress(request, trust);
    if (!ipaddr.isValid(address)) return { own: 'unknown', wide: 'unknown' };
    const parsed = ipaddr.process(address);
    if (!(parsed instanceof ipaddr.IPv6))
      return { own: parsed.toString(), wide: parsed.toByteArray().slice(0, 3).join('.') };
    const wide = parsed.parts.slice(0, 3);
    return { own: [...wide, parsed.parts[3]! & 0xff00].join(':'), wide: wide.join(':') };
  };
}

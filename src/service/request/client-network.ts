import type { IncomingMessage } from 'node:http';

import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import proxyAddress from 'proxy-addr';

/** Headers that proxies add; visitors and local programs send none of them. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-.*|cdn-.*|fastly-.*)$/;

/** Whether a request has passed a proxy, by its headers. */
export const isForwarded = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  Object.keys(headers).some((name) => FORWARDED.test(name));

/** The network that a request comes from. */
export interface ClientNetwork {
  /** An IPv4 address, or the /56 of an IPv6 address: a household or a server. */
  own: string;
  /** The /24 of an IPv4 address, or the /48 of an IPv6 address: a customer of a data centre can have all of it. */
  wide: string;
}

/**
 * Returns a function that reads the network of a request. X-Forwarded-For counts only as far as trusted proxies wrote it. Warns once if
 * another address sends a header of a proxy.
 */
export function clientNetworkReader(
  trustedProxies: string[],
  log: Pick<Logger, 'warn'>,
): (request: IncomingMessage) => ClientNetwork {
  const trust = proxyAddress.compile(trustedProxies);
  let hasWarned = false;
  return (request) => {
    if (!hasWarned && !trust(request.socket.remoteAddress ?? '', 0) && isForwarded(request)) {
      hasWarned = true;
      log.warn(UNTRUSTED);
    }
    const address = proxyAddress(request, trust);
    if (!ipaddr.isValid(address)) return { own: 'unknown', wide: 'unknown' };
    const parsed = ipaddr.process(address);
    if (!(parsed instanceof ipaddr.IPv6))
      return { own: parsed.toString(), wide: parsed.toByteArray().slice(0, 3).join('.') };
    const wide = parsed.parts.slice(0, 3);
    const household = parsed.parts.slice(3, 4).map((part) => part & 0xff00);
    return { own: [...wide, ...household].join(':'), wide: wide.join(':') };
  };
}

const UNTRUSTED =
  'A request has a header of a proxy and comes from an address that TRUSTED_PROXIES does not name. Behind a proxy, set TRUSTED_PROXIES ' +
  'to its address: until then all its visitors share the limits of one network (docs/operate.md).';

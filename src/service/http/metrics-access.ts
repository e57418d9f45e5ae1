import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

import type { Env } from '../config/env.ts';
import { isForwarded } from '../request/client-network.ts';

/**
 * Returns a function that tells whether a request may read metrics. With `METRICS_TOKEN`: if it has the token. Without: if it comes
 * from the loopback address, has a loopback name in `Host`, and did not pass a proxy. A proxy on the same machine connects from
 * loopback, too; its requests have a public name in `Host`, and most have a forwarding header. If `TRUSTED_PROXIES` contains
 * loopback, requests from loopback are refused.
 */
export function metricsAccess({
  METRICS_TOKEN,
  TRUSTED_PROXIES,
}: Pick<Env, 'METRICS_TOKEN' | 'TRUSTED_PROXIES'>): (request: IncomingMessage) => boolean {
  if (METRICS_TOKEN) {
    const expected = digest(`Bearer ${METRICS_TOKEN}`);
    return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
  }
  return fromThisMachine(TRUSTED_PROXIES);
}

/** Returns a function that tells whether a request comes from a program of this machine, without a proxy. */
export function fromThisMachine(trustedProxies: string[]): (request: IncomingMessage) => boolean {
  const isProxy = proxyAddress.compile(trustedProxies);
  return (request) => {
    const { remoteAddress = '' } = request.socket;
    const host = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? '';
    return (
      isLoopback(remoteAddress) &&
      !isProxy(remoteAddress, 0) &&
      (host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'))) &&
      !isForwarded(request)
    );
  };
}

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** `timingSafeEqual` needs inputs of equal length. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

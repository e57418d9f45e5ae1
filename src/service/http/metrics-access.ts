import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

import type { Env } from '../config/env.ts';

/** Headers that proxies add; a program on this machine sends none of them. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-.*|cdn-.*|fastly-.*)$/;

/**
 * Tells whether a request may read metrics. With `METRICS_TOKEN`: if it brings the token, wherever it comes from. Without: if it
 * comes from this machine itself, asks for this machine by name, and no proxy has passed it on. A proxy on the same machine connects from
 * loopback, too: what it passes on has the name of a site in `Host`, and most add a header; and where `TRUSTED_PROXIES` names
 * loopback, nothing from there is trusted.
 */
export function metricsAccess({
  METRICS_TOKEN,
  TRUSTED_PROXIES,
}: Pick<Env, 'METRICS_TOKEN' | 'TRUSTED_PROXIES'>): (request: IncomingMessage) => boolean {
  if (METRICS_TOKEN) {
    const expected = digest(`Bearer ${METRICS_TOKEN}`);
    return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
  }
  const isProxy = proxyAddress.compile(TRUSTED_PROXIES);
  return ({ socket, headers }) => {
    const { remoteAddress = '' } = socket;
    const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
    return (
      isLoopback(remoteAddress) &&
      !isProxy(remoteAddress, 0) &&
      (host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'))) &&
      !Object.keys(headers).some((name) => FORWARDED.test(name))
    );
  };
}

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** The same length for every input, as `timingSafeEqual` needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

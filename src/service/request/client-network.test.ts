import type { IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { clientNetworkReader } from './client-network.ts';

/** The network of a request that came from an address, through what X-Forwarded-For says. */
const networkOf = (trusted: string[], remoteAddress: string | undefined, forwarded?: string): string =>
  clientNetworkReader(trusted)({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage).own;

test('without trusted proxies X-Forwarded-For says nothing', () => {
  expect(networkOf([], '203.0.113.5', '198.51.100.1')).toBe('203.0.113.5');
  expect(networkOf([], '127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
});

test('behind trusted proxies the last address that none of them has counts', () => {
  const trusted = ['10.0.0.0/8', '::1'];
  expect(networkOf(trusted, '10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
  expect(networkOf(trusted, '10.1.2.3', '192.0.2.66, 198.51.100.1')).toBe('198.51.100.1');
  expect(networkOf(trusted, '10.1.2.3', '192.0.2.66, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
  expect(networkOf(trusted, '::1', '192.0.2.66,garbage,198.51.100.1')).toBe('198.51.100.1');
  expect(networkOf(trusted, '198.51.100.7', '192.0.2.66')).toBe('198.51.100.7');
});

test('a household with IPv6 is one network, whichever of its addresses it uses', () => {
  const one = networkOf([], '2001:db8:1:2:aaaa::1');
  expect(networkOf([], '2001:db8:1:2:bbbb:cccc:dddd:eeee')).toBe(one);
  expect(networkOf([], '2001:db8:1:ff:aaaa::1')).toBe(one);
  expect(networkOf([], '2001:db8:1:102:aaaa::1')).not.toBe(one);
});

test('an IPv4 address is the same in the clothes of IPv6', () => {
  expect(networkOf([], '::ffff:203.0.113.5')).toBe('203.0.113.5');
  expect(networkOf(['10.0.0.0/8'], '::ffff:10.0.0.1', '::ffff:203.0.113.5')).toBe('203.0.113.5');
});

test('what is no address counts as one network, all of them together', () => {
  const trusted = ['10.0.0.0/8'];
  for (const garbage of ['garbage', '999.1.1.1', "'; drop table--", '1.2.3.4:80'])
    expect(networkOf(trusted, '10.0.0.1', garbage)).toBe('unknown');
  expect(networkOf([], undefined)).toBe('unknown');
});

test('the wider network is the /24 of an IPv4 address and the /48 of an IPv6 address', () => {
  const wideOf = (remoteAddress: string): string =>
    clientNetworkReader([])({ socket: { remoteAddress }, headers: {} } as unknown as IncomingMessage).wide;
  expect(wideOf('203.0.113.250')).toBe(wideOf('203.0.113.5'));
  expect(wideOf('203.0.114.5')).not.toBe(wideOf('203.0.113.5'));
  expect(wideOf('::ffff:203.0.113.5')).toBe(wideOf('203.0.113.5'));
  expect(wideOf('2001:db8:1:ffff::1')).toBe(wideOf('2001:db8:1:2::1'));
  expect(wideOf('2001:db8:2:2::1')).not.toBe(wideOf('2001:db8:1:2::1'));
});

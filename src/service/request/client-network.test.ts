import type { IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { clientNetworkReader } from './client-network.ts';

/** The network of a request from an address, with an X-Forwarded-For header. */
const networkOf = (trusted: string[], remoteAddress: string | undefined, forwarded?: string): string =>
  clientNetworkReader(trusted)({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage).own;

test('ignores X-Forwarded-For without trusted proxies', () => {
  expect(networkOf([], '203.0.113.5', '198.51.100.1')).toBe('203.0.113.5');
  expect(networkOf([], '127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
});

test('takes the last address of X-Forwarded-For that is no trusted proxy', () => {
  const trusted = ['10.0.0.0/8', '::1'];
  expect(networkOf(trusted, '10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
  expect(networkOf(trusted, '10.1.2.3', '192.0.2.66, 198.51.100.1')).toBe('198.51.100.1');
  expect(networkOf(trusted, '10.1.2.3', '192.0.2.66, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
  expect(networkOf(trusted, '::1', '192.0.2.66,garbage,198.51.100.1')).toBe('198.51.100.1');
  expect(networkOf(trusted, '198.51.100.7', '192.0.2.66')).toBe('198.51.100.7');
});

test('counts all IPv6 addresses of a /56 as one network', () => {
  const one = networkOf([], '2001:db8:1:2:aaaa::1');
  expect(networkOf([], '2001:db8:1:2:bbbb:cccc:dddd:eeee')).toBe(one);
  expect(networkOf([], '2001:db8:1:ff:aaaa::1')).toBe(one);
  expect(networkOf([], '2001:db8:1:102:aaaa::1')).not.toBe(one);
});

test('treats an IPv4-mapped IPv6 address as the IPv4 address', () => {
  expect(networkOf([], '::ffff:203.0.113.5')).toBe('203.0.113.5');
  expect(networkOf(['10.0.0.0/8'], '::ffff:10.0.0.1', '::ffff:203.0.113.5')).toBe('203.0.113.5');
});

test('counts all invalid addresses as one network', () => {
  const trusted = ['10.0.0.0/8'];
  for (const garbage of ['garbage', '999.1.1.1', "'; drop table--", '1.2.3.4:80'])
    expect(networkOf(trusted, '10.0.0.1', garbage)).toBe('unknown');
  expect(networkOf([], undefined)).toBe('unknown');
});

test('takes the /24 of an IPv4 address and the /48 of an IPv6 address as the wider network', () => {
  const wideOf = (remoteAddress: string): string =>
    clientNetworkReader([])({ socket: { remoteAddress }, headers: {} } as unknown as IncomingMessage).wide;
  expect(wideOf('203.0.113.250')).toBe(wideOf('203.0.113.5'));
  expect(wideOf('203.0.114.5')).not.toBe(wideOf('203.0.113.5'));
  expect(wideOf('::ffff:203.0.113.5')).toBe(wideOf('203.0.113.5'));
  expect(wideOf('2001:db8:1:ffff::1')).toBe(wideOf('2001:db8:1:2::1'));
  expect(wideOf('2001:db8:2:2::1')).not.toBe(wideOf('2001:db8:1:2::1'));
});

import type { IncomingMessage } from 'node:http';

import { pino } from 'pino';
import { expect, test, vi } from 'vitest';

import { clientNetworkReader } from './client-network.ts';

const log = pino({ enabled: false });

/** The network of a request from an address, with an X-Forwarded-For header. */
const networkOf = (trusted: string[], remoteAddress: string | undefined, forwarded?: string): string =>
  clientNetworkReader(
    trusted,
    log,
  )({
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
    clientNetworkReader([], log)({ socket: { remoteAddress }, headers: {} } as unknown as IncomingMessage).wide;
  expect(wideOf('203.0.113.250')).toBe(wideOf('203.0.113.5'));
  expect(wideOf('203.0.114.5')).not.toBe(wideOf('203.0.113.5'));
  expect(wideOf('::ffff:203.0.113.5')).toBe(wideOf('203.0.113.5'));
  expect(wideOf('2001:db8:1:ffff::1')).toBe(wideOf('2001:db8:1:2::1'));
  expect(wideOf('2001:db8:2:2::1')).not.toBe(wideOf('2001:db8:1:2::1'));
});

test('warns once if an address that is not trusted sends a header of a proxy, and names the setting', () => {
  const warn = vi.fn();
  const read = clientNetworkReader(['10.0.0.0/8'], { warn });
  const receive = (remoteAddress: string, headers: Record<string, string>): void =>
    void read({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);
  receive('10.0.0.1', { 'x-forwarded-for': '192.0.2.1' });
  receive('192.0.2.1', { host: 'velvet.example', 'user-agent': 'Firefox' });
  expect(warn).not.toHaveBeenCalled();
  for (let number = 0; number < 3; number += 1) receive('172.17.0.1', { 'x-forwarded-for': '192.0.2.1' });
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('set TRUSTED_PROXIES'));
});

test.each(['forwarded', 'via', 'x-forwarded-proto', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'])(
  'the header %s is that of a proxy',
  (name) => {
    const warn = vi.fn();
    const request = { socket: { remoteAddress: '127.0.0.1' }, headers: { [name]: 'x' } };
    clientNetworkReader([], { warn })(request as unknown as IncomingMessage);
    expect(warn).toHaveBeenCalledOnce();
  },
);

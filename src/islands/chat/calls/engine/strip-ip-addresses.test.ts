import { expect, test } from 'vitest';

import { stripIpAddresses } from './strip-ip-addresses.ts';

const relay = 'candidate:1 1 udp 41885439 198.51.100.7 50000 typ relay raddr 203.0.113.9 rport 40000 generation 0';
const host = 'candidate:2 1 udp 2122260223 192.168.1.5 40001 typ host generation 0';

test('only relay candidates are left, without the address of the user', () => {
  const kept = relay.replace('203.0.113.9 rport 40000', '0.0.0.0 rport 0');
  expect(stripIpAddresses(`v=0\r\na=${host}\r\na=${relay}\r\na=${host}\r\na=mid:0\r\n`)).toBe(
    `v=0\r\na=${kept}\r\na=mid:0\r\n`,
  );
  expect(stripIpAddresses(relay)).toBe(kept);
});

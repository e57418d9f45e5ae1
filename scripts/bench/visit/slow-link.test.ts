import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { startSlowLink } from './slow-link.ts';

test('bytes arrive whole and in order, after the round trips and at the rate of the link', async () => {
  const sent = Buffer.from(Array.from({ length: 20_000 }, (_, index) => index % 251));
  const server = createServer((socket) => socket.once('data', () => socket.end(sent)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const profile = { name: 'test', downKilobits: 1600, upKilobits: 1600, roundTripMs: 50 };
  const link = await startSlowLink((server.address() as AddressInfo).port, profile);
  onTestFinished(() => {
    link.close();
    server.close();
  });
  const began = performance.now();
  const socket = connect(link.port, '127.0.0.1').on('connect', () => socket.write('request'));
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  const tookMs = performance.now() - began;
  expect(Buffer.concat(parts).equals(sent)).toBe(true);
  // Handshake, request, and 20 kB at 200 bytes a millisecond.
  expect(tookMs).toBeGreaterThan(2 * profile.roundTripMs + 100);
  expect(link.receivedBytes()).toBeGreaterThan(sent.length);
});

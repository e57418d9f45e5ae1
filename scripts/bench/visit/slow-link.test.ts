import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { type LinkProfile, type SlowLink, startSlowLink } from './slow-link.ts';

const PROFILE = { name: 'test', downKilobits: 1600, upKilobits: 1600, roundTripMs: 50 };

/** A link with a profile to a server that answers each request with the same bytes, and closes the connection unless it shall `stay`. */
async function linkTo(bytes: Buffer, profile: Partial<LinkProfile> = {}): Promise<SlowLink> {
  const server = createServer((socket) =>
    socket.once('data', (request) => (request.toString() === 'stay' ? socket.write(bytes) : socket.end(bytes))),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const link = await startSlowLink((server.address() as AddressInfo).port, { ...PROFILE, ...profile });
  onTestFinished(() => {
    link.close();
    server.close();
  });
  return link;
}

/** Requests the bytes over a connection of its own. */
async function receive({ port }: SlowLink): Promise<{ received: Buffer; tookMs: number }> {
  const began = performance.now();
  const socket = connect(port, '127.0.0.1').on('connect', () => socket.write('request'));
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return { received: Buffer.concat(parts), tookMs: performance.now() - began };
}

const countUp = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => index % 251));

test('bytes arrive whole and in order, after the round trips and at the rate of the link', async () => {
  const sent = countUp(20_000);
  const link = await linkTo(sent);
  const { received, tookMs } = await receive(link);
  expect(received.equals(sent)).toBe(true);
  // Handshake, request, and 20 kB at 200 bytes a millisecond.
  expect(tookMs).toBeGreaterThan(2 * PROFILE.roundTripMs + 100);
  expect(link.receivedBytes()).toBeGreaterThan(sent.length);
});

test('connections share the rate of the link', async () => {
  const link = await linkTo(countUp(20_000));
  const both = await Promise.all([receive(link), receive(link)]);
  expect(Math.max(...both.map(({ tookMs }) => tookMs))).toBeGreaterThan(2 * PROFILE.roundTripMs + 200);
});

test('a connection begins with ten packets, and doubles them with each round trip', async () => {
  const link = await linkTo(countUp(850_000), { downKilobits: 1e6, upKilobits: 1e6 });
  const { received, tookMs } = await receive(link);
  expect(received.length).toBe(850_000);
  // Handshake and request, then 10, 20, 40, 80, 160 and 277 packets; with 10 in each round trip there are 59 of them.
  expect(tookMs).toBeGreaterThan((2 + 5) * PROFILE.roundTripMs);
  expect(tookMs).toBeLessThan(50 * PROFILE.roundTripMs);
});

test('a link that is not slow has the speed of the machine, and a cut one closes its connections', async () => {
  const link = await linkTo(countUp(10), { roundTripMs: 60_000 });
  link.setSlow(false);
  expect((await receive(link)).tookMs).toBeLessThan(60_000);
  const socket = connect(link.port, '127.0.0.1', () => socket.write('stay'));
  await once(socket, 'data');
  link.cut();
  await once(socket, 'close');
});

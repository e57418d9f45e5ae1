import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';

import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';

import { ACCOUNT_WITH_LOBBY, descriptions, health, resources } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import type { AppDeps } from '../../../src/service/http/app-deps.ts';
import { createApp } from '../../../src/service/http/app.ts';
import { Metrics } from '../../../src/service/metrics/metrics.ts';
import { requestLimits } from '../../../src/service/request/request-limits.ts';
import { openSocket, opening } from '../../support/service/chat/chat-test-user.ts';
import { testService } from '../../support/service/test-service.ts';
import type { Reply, Visitor } from '../../support/service/visitor.ts';

/** Routes that read no database, except `ready`, which shares its answers. */
const unlimited = new Set<string>([health.live, health.ready, descriptions.metrics, descriptions.openApi]);
const { routes } = createApp({ log: pino({ enabled: false }), metrics: new Metrics() } as AppDeps);
const limited = routes
  .filter(({ method, path }) => method !== 'ALL' && !unlimited.has(path))
  .map(({ method, path }): [method: string, path: string] => [method, path.replace(':name', 'me')]);

/** Sends requests that cost little, until they are refused. @returns how many were answered */
async function useUp(visitor: (number: number) => Visitor): Promise<number> {
  for (let sent = 0; ; sent += 20) {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, number) => visitor(sent + number).get(resources.relays)),
    );
    const refused = replies.findIndex(({ status }) => status === 429);
    if (refused !== -1) return sent + refused;
    if (sent > 10_000) throw new Error('There is no limit.');
  }
}

/** Expects that a request is refused while its limit is used up: the limit recovers a request in 33 or 200 ms. */
async function expectRefused(send: () => Promise<Reply>, visitor: (number: number) => Visitor): Promise<void> {
  let reply = await send();
  for (let tries = 0; reply.status !== 429 && tries < 20; tries += 1) {
    await useUp(visitor);
    reply = await send();
  }
  expect(reply.status).toBe(429);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
}

const sendTo = (visitor: Visitor, method: string, path: string): Promise<Reply> =>
  visitor.send(method, path, method === 'POST' ? '' : undefined);

describe('requests over a limit', () => {
  const service = testService('PGlite');
  const visitorAt = (address: string, { cookies } = service.visitor()): Visitor => {
    const visitor = service.visitor(undefined, address);
    for (const cookie of cookies) visitor.cookies.set(...cookie);
    return visitor;
  };

  test('of a network are refused on every route and as sockets, and those of its sessions and of other networks are not', async () => {
    const { visitor } = await service.addUser();
    const neighbour = (): Visitor => visitorAt('192.0.2.1');
    expect(await useUp(neighbour)).toBeGreaterThanOrEqual(requestLimits.network.burst);
    for (const [method, path] of limited) {
      await expectRefused(() => sendTo(neighbour(), method, path), neighbour);
      expect((await sendTo(service.visitor(), method, path)).status).not.toBe(429);
    }
    const forged = neighbour();
    forged.cookies.set('__Host-session', 'forged.signature');
    await expectRefused(() => forged.get(resources.account), neighbour);
    expect((await visitorAt('192.0.2.1', visitor).get(resources.account)).status).toBe(200);
    await expectNoSocket(neighbour);
  });

  test('that another site embeds use up no limit', async () => {
    const neighbour = visitorAt('192.0.2.77');
    const embedded = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' };
    for (let sent = 0; sent <= requestLimits.network.burst + 100; sent += 100) {
      const replies = await Promise.all(Array.from({ length: 100 }, () => neighbour.get(resources.relays, embedded)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([403]));
    }
    expect((await neighbour.get(resources.relays)).status).toBe(200);
  });

  test('of a session are refused on every route and as sockets, from every network', async () => {
    const { visitor } = await service.addUser();
    const elsewhere = (number: number): Visitor => visitorAt(`172.16.${number >> 8}.${number & 255}`, visitor);
    expect(await useUp(elsewhere)).toBeGreaterThanOrEqual(requestLimits.session.burst);
    for (const [method, path] of limited) await expectRefused(() => sendTo(elsewhere(1), method, path), elsewhere);
    await expectNoSocket(elsewhere);
    expect((await visitorAt('172.16.0.1').get(resources.account)).status).toBe(401);
  });
});

describe('bodies that never end', () => {
  const service = testService('PGlite');
  const ARRIVING_MAX = 1000;
  /** More than a node takes, and more than it has requests under way. */
  const BODIES = 1300;
  /** Of a hundred networks, each within its limits. */
  const addressOf = (number: number): string => `172.16.${number % 100}.1`;

  test('of many networks, to every form, keep no stranger out, and the oldest of them are cut', async () => {
    const paths = limited.filter(([method]) => method === 'POST').map(([, path]) => path);
    const bodies: ClientRequest[] = [];
    let cut = 0;
    for (let number = 0; number < BODIES; number += 1) {
      const body = await beginBody(service.visitor(undefined, addressOf(number)), paths[number % paths.length]!);
      body.once('close', () => (cut += 1));
      bodies.push(body);
    }
    expect((await service.visitor().get(resources.relays)).status).toBe(200);
    expect((await service.visitor().post(forms.login.action, { email: 'a@b.co', password: 'x' })).status).toBe(422);
    await expect.poll(() => cut).toBe(BODIES - ARRIVING_MAX + 1);
    expect(bodies.at(-1)!.destroyed).toBe(false);
    for (const body of bodies) body.destroy();
  });
});

describe('the queue of costly requests', () => {
  const service = testService('PostgreSQL');

  test('refuses requests of a session that fills its part with the time to ask again, and another user opens the chat', async () => {
    const { visitor } = await service.addUser();
    const other = (await service.addUser()).visitor;
    const { api } = service.brand('amber').auth;
    const { getSession } = api;
    const opened = Promise.withResolvers<void>();
    const session = visitor.cookies.get('__Host-session')!;
    const reading = vi.spyOn(api, 'getSession').mockImplementation((async (input: { headers: Headers }) => {
      if (input.headers.get('cookie')!.includes(session)) await opened.promise;
      return getSession(input);
    }) as typeof getSession);
    const flood = Array.from({ length: 280 }, () => visitor.get(ACCOUNT_WITH_LOBBY));
    expect((await Promise.race(flood)).status).toBe(503);
    const socket = openSocket(other);
    expect(await opening(socket)).toBe('open');
    socket.disconnect();
    opened.resolve();
    const replies = await Promise.all(flood);
    reading.mockRestore();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]));
    for (const { status, headers } of replies) if (status === 503) expect(headers['retry-after']).toBe('5');
  });
});

/** Begins a form. @returns once the service has its headers */
async function beginBody({ port, host, origin, address }: Visitor, path: string): Promise<ClientRequest> {
  const headers = {
    Host: host,
    Origin: origin,
    'X-Forwarded-For': address,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': '1000',
    Expect: '100-continue',
  };
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent: false });
  sent.on('error', () => undefined).flushHeaders();
  await once(sent, 'continue');
  sent.write('email=a');
  return sent;
}

/** Expects that a handshake is refused while its limit is used up. A user without a session is refused later, with a reason. */
async function expectNoSocket(visitor: (number: number) => Visitor): Promise<void> {
  const outcomes: unknown[] = [];
  for (let tries = 0; tries < 20 && !outcomes.includes('refused'); tries += 1) {
    await useUp(visitor);
    const socket = openSocket(visitor(1));
    outcomes.push(await opening(socket));
    socket.disconnect();
  }
  expect(outcomes).toContain('refused');
}

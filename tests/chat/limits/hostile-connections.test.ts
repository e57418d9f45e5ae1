import { describe, expect, test } from 'vitest';

import { closing, frame, opcodes, openUnread, requestUpgrade } from '../../../scripts/bench/hostile/raw-web-socket.ts';
import { descriptions, health, SOCKET_PATH } from '../../../src/contract/api-paths.ts';
import { areOpen, enterChat, sendFrame } from '../../support/service/chat/chat-test-user.ts';
import { testService } from '../../support/service/test-service.ts';
import { ask } from '../../support/service/visitor.ts';

const { continuation, text, ping, pong } = opcodes;
const many = (one: Buffer): Buffer => Buffer.concat(Array.from({ length: 10_000 }, () => one));

/** What a connection without a session may send. Each closes it. */
const hostile: [what: string, bytes: Buffer, code?: string][] = [
  ['a packet for another namespace', frame(text, '40/admin,'), 'namespace'],
  ['a packet for a namespace with a long name', frame(text, `40/${'x'.repeat(4000)},`), 'namespace'],
  ['an event for another namespace', frame(text, '42/admin,["heads",{}]'), 'namespace'],
  ['a large packet', frame(text, `40${JSON.stringify({ token: 'x'.repeat(16_000) })}`), 'tooMany'],
  ['many packets for another namespace', many(frame(text, '40/x,')), 'namespace'],
  ['many pongs of Engine.IO', many(frame(text, '3')), 'tooMany'],
  ['many upgrades of Engine.IO', many(frame(text, '5')), 'tooMany'],
  ['many WebSocket pings', many(frame(ping)), 'tooMany'],
  ['many WebSocket pongs', many(frame(pong, 'x'.repeat(100))), 'tooMany'],
  ['many empty parts', Buffer.concat([frame(text, '', false), many(frame(continuation, '', false))])],
  ['many parts of a byte', Buffer.concat([frame(text, '4', false), many(frame(continuation, '0', false))])],
  // Engine.IO closes the connection at the first.
  ['many empty messages', many(frame(text))],
];

/** Paths that are not that of the chat. */
const paths = ['/', '/api/x', '/api/health/live', SOCKET_PATH, '../', 'x', '%2e%2e/'];

describe('a connection', () => {
  // Metrics are readable without a trusted proxy.
  const service = testService('PGlite', { TRUSTED_PROXIES: '' });
  /** Refused connections by code. */
  const refusals = async (code: string): Promise<number> => {
    const headers = { Host: `127.0.0.1:${service.port}` };
    const metrics = await ask(service.port, 'GET', descriptions.metrics, undefined, headers);
    const line = new RegExp(`^chat_refusals_total\\{source="connection",code="${code}"\\} (\\d+)$`, 'm');
    return Number(line.exec(metrics.text)?.[1] ?? 0);
  };

  test.each(hostile)('is closed after %s before sign-in', async (_, bytes, code) => {
    const before = code && (await refusals(code));
    // A connection that sends nothing is closed after ten seconds.
    const silent = (await openUnread(service.visitor()))!.resume();
    const socket = (await openUnread(service.visitor()))!;
    socket.write(bytes);
    await closing(socket);
    expect(silent.closed).toBe(false);
    silent.destroy();
    expect((await service.visitor().get(health.live)).status).toBe(200);
    if (code) expect(await refusals(code)).toBe(Number(before) + 1);
  });

  test('of a user who sends too many packets is closed', async () => {
    const { visitor } = await service.addUser();
    const [eve, other] = [await enterChat(visitor), await enterChat(visitor)];
    const before = await refusals('tooMany');
    for (let number = 0; number < 1000; number += 1) sendFrame(eve.socket, '3');
    await expect.poll(() => areOpen(eve, other)).toEqual([false, true]);
    expect(await refusals('tooMany')).toBe(before + 1);
    other.socket.disconnect();
  });

  test.each(paths)('to the path %s is closed', async (path) => {
    const before = await refusals('path');
    const url = path.startsWith('/') ? path : `${SOCKET_PATH}/${path}`;
    const socket = await requestUpgrade(service.visitor(), `${url}?EIO=4&transport=websocket`);
    await closing(socket);
    expect(await refusals('path')).toBe(before + 1);
  });
});

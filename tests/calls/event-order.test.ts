import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Server } from 'socket.io';
import { afterAll, expect, test, vi } from 'vitest';

import { SOCKET_PATH } from '../../src/contract/api-paths.ts';
import type { Call } from '../../src/contract/chat/call-protocol.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '../../src/contract/chat/chat-events.ts';
import type { Lobby } from '../../src/contract/chat/chat-protocol.ts';
import { createChatClient } from '../../src/islands/chat/client/chat-client.ts';
import { noOutbox } from '../support/service/chat/chat-test-user.ts';

const me = { id: randomUUID(), name: 'Anna' };
const emptyLobby: Lobby = { me, rooms: [], blocked: [], muted: [], seeking: false, call: null };
const server = createServer();
const io = new Server<ClientToServerEvents, ServerToClientEvents>(server, { path: SOCKET_PATH });
io.on('connection', (socket) => socket.on('lobby', (_, answer) => answer({ ok: emptyLobby })));
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as AddressInfo;
const client = createChatClient({ outbox: noOutbox, connection: { url: `http://127.0.0.1:${port}`, forceNew: true } });
afterAll(async () => {
  client.stop();
  await io.close();
});

test('events of a call that arrive late do not move it back', async () => {
  await vi.waitUntil(() => client.getState().lobby, { timeout: 60_000 });
  const states: Call['is'][] = [];
  const record = (): void => {
    const { call } = client.getState();
    if (call) states.push(call.is);
  };
  client.subscribe(record);
  const newCall = (is: Call['is']): Call => ({
    id: randomUUID(),
    room: 'private.room',
    other: { id: randomUUID(), name: 'Boris' },
    isMine: false,
    video: false,
    is,
    device: null,
  });
  const [first, next] = [newCall('ringing'), newCall('ringing')];
  for (const is of ['ringing', 'over', 'active', 'ringing'] as const) io.emit('call', { ...first, is });
  io.emit('call', next);
  await expect.poll(() => client.getState().call?.id).toBe(next.id);
  expect(states).toEqual(['ringing', 'over', 'ringing']);
});

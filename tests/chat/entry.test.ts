import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

import { describe, expect, test, vi } from 'vitest';

import { ACCOUNT_WITH_LOBBY, SOCKET_PATH, actions, resources } from '../../src/contract/api-paths.ts';
import { forms } from '../../src/contract/forms.ts';
import type { Account } from '../../src/contract/response-schemas.ts';
import {
  areOpen,
  receiveAll,
  enterChat,
  openSocket,
  opening,
  sendFrame,
} from '../support/service/chat/chat-test-user.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { floodBan } from '../support/service/moderation/moderation-cases.ts';
import { databases, type Person, testService } from '../support/service/test-service.ts';
import { foreignOrigins, Visitor } from '../support/service/visitor.ts';

const SESSION = '__Host-session';
const DAY_MS = 86_400_000;
/** Limit of connections from a network. */
const CONNECTIONS_MAX = 1000;
/** Fewer than the handshakes that a session has at once. */
const OF_SESSION = 250;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = async (visitor: Visitor, headers?: Record<string, string>) => {
    const socket = openSocket(visitor, headers);
    return opening(socket).finally(() => socket.disconnect());
  };
  const connections = () => service.brand('amber').db.selectFrom('connection').select('userId').execute();

  test('a socket of another origin, or of no origin, is refused before its session is read', async () => {
    const { visitor } = await service.addUser();
    const asked = vi.spyOn(service.brand('amber').auth.api, 'getSession');
    for (const Origin of foreignOrigins(visitor))
      expect([Origin, await enter(visitor, { Origin })]).toEqual([Origin, 'refused']);
    const inTheOpen = { Host: 'amber.example', Origin: 'http://amber.example' };
    expect(await enter(visitor, inTheOpen)).toBe('refused');
    const stranger = new Visitor(service.port, 'evil.example');
    for (const name of visitor.cookies) stranger.cookies.set(...name);
    expect(await enter(stranger)).toBe('refused');
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    expect(await enter(visitor)).toBe('open');
    expect(await enter(visitor, { ...inTheOpen, Origin: 'https://amber.example' })).toBe('open');
  });

  test('the transport is a WebSocket, and there is no other namespace', async () => {
    const { visitor } = await service.addUser();
    const headers = { Origin: visitor.origin };
    for (const transport of ['polling', 'webtransport', 'none'])
      expect((await visitor.get(`${SOCKET_PATH}/?EIO=4&transport=${transport}`, headers)).status).toBe(400);
    expect((await visitor.post(`${SOCKET_PATH}/?EIO=4&transport=polling`, {})).status).toBe(400);
    const { socket } = await enterChat(visitor);
    const closed = new Promise((done) => socket.once('disconnect', done));
    const other = socket.io.socket('/admin');
    other.connect();
    await closed;
    expect(other.connected).toBe(false);
    socket.disconnect();
    other.disconnect();
  });

  test('an upgrade of an open socket is refused, whichever page asks', async () => {
    const { visitor } = await service.addUser();
    const { socket } = await enterChat(visitor);
    const sid = `&sid=${(socket.io.engine as unknown as { id: string }).id}`;
    for (const origin of ['https://evil.example', visitor.origin])
      expect((await upgrade(visitor, { origin, query: sid })).status, origin).toBe(400);
    expect((await upgrade(visitor, { query: '&sid=' })).status).toBe(400);
    expect((await visitor.get(`${SOCKET_PATH}/?EIO=4&transport=websocket${sid}`)).status).toBe(400);
    expect(socket.connected).toBe(true);
    socket.disconnect();
  });

  test('a socket needs a session of its own host', async () => {
    const { visitor } = await service.addUser();
    const session = visitor.cookies.get(SESSION)!;
    const [token, signature] = decodeURIComponent(session).split(/\.(.*)/) as [string, string];
    const { visitor: other } = await service.addUser();
    const otherSignature = decodeURIComponent(other.cookies.get(SESSION)!).split(/\.(.*)/)[1]!;
    // Closed connections stay in the table for a few seconds.
    await expect.poll(connections).toEqual([]);
    const cookies = [
      '',
      token,
      `${token}.`,
      encodeURIComponent(`${token}.${otherSignature}`),
      encodeURIComponent(`${token}.${signature.toLowerCase()}`),
      encodeURIComponent(`${'x'.repeat(token.length)}.${signature}`),
      '%',
      '__proto__',
    ];
    for (const cookie of cookies) {
      const stranger = service.visitor();
      stranger.cookies.set(SESSION, cookie);
      expect(await enter(stranger), cookie).toEqual({ error: 'signedOut' });
    }
    const elsewhere = service.visitor('ru.amber.example');
    elsewhere.cookies.set(SESSION, session);
    expect(await enter(elsewhere)).toEqual({ error: 'signedOut' });
    expect(await enter(service.visitor())).toEqual({ error: 'signedOut' });
    expect(await connections()).toEqual([]);
  });

  test('an expired or ended session opens no socket, and a session that expires cuts its sockets', async () => {
    const { visitor } = await service.addUser();
    const user = await enterChat(visitor);
    await service
      .brand('amber')
      .db.updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('userId', '=', user.me.id)
      .execute();
    expect(await enter(visitor)).toEqual({ error: 'signedOut' });
    await expect.poll(() => areOpen(user)).toEqual([false]);
    const { visitor: leaving } = await service.addUser();
    const session = leaving.cookies.get(SESSION)!;
    await leaving.post(actions.logout, {});
    leaving.cookies.set(SESSION, session);
    expect(await enter(leaving)).toEqual({ error: 'signedOut' });
  });

  test('a handshake, which sets no cookie, does not prolong a session, and a visit to the account does', async () => {
    const { visitor, person } = await service.addUser();
    await visitor.post(forms.login.action, { ...person, remember: 'on' });
    const { socket, me } = await enterChat(visitor);
    socket.disconnect();
    const { db } = service.brand('amber');
    const expiresAt = new Date(Date.now() + 3 * DAY_MS);
    await db.updateTable('session').set({ expiresAt }).where('userId', '=', me.id).execute();
    const expires = async (): Promise<Date> =>
      (await db.selectFrom('session').select('expiresAt').where('userId', '=', me.id).executeTakeFirstOrThrow())
        .expiresAt;
    expect(await enter(visitor)).toBe('open');
    expect(await expires()).toEqual(expiresAt);
    const { cookies } = await visitor.get(resources.account);
    expect(cookies.join()).toContain(SESSION);
    expect((await expires()).getTime()).toBeGreaterThan(expiresAt.getTime());
  });

  test('a connection that sends two CONNECT packets is closed, and its account is read once', async () => {
    const { visitor } = await service.addUser();
    const asked = vi.spyOn(service.brand('amber').auth.api, 'getSession');
    const socket = openSocket(visitor);
    const closed = new Promise((done) => socket.io.once('close', done));
    socket.io.once('open', () => {
      for (let number = 0; number < 20; number += 1) sendFrame(socket, '40');
    });
    await closed;
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    expect(await enter(visitor)).toBe('open');
  });

  test('the eleventh socket of an account is refused, even if all come at once, and other users enter', async () => {
    const { visitor } = await service.addUser();
    const sockets = Array.from({ length: 15 }, () => openSocket(visitor));
    const opened = await Promise.all(sockets.map(opening));
    expect(opened.filter((how) => how === 'open')).toHaveLength(10);
    expect(opened.filter((how) => how !== 'open')).toEqual(Array.from({ length: 5 }, () => ({ error: 'tooMany' })));
    expect(await enter((await service.addUser()).visitor)).toBe('open');
    sockets[opened.indexOf('open')]!.disconnect();
    await expect.poll(() => enter(visitor)).toBe('open');
    for (const socket of sockets) socket.disconnect();
  });

  /** Ways to end sessions; whether the session of the acting device stays, and the session of another device. */
  const ends: [
    what: string,
    end: (device: Visitor, person: Person, other: string) => Promise<unknown>,
    ...boolean[],
  ][] = [
    ['signing out', (device) => device.post(actions.logout, {}), false, true],
    [
      'ending the session of another device',
      (device, _, session) => device.post(actions.endSession, { session }),
      true,
      false,
    ],
    ['ending all other sessions', (device) => device.post(actions.endSession, { session: 'others' }), true, false],
    ['signing in again', (device, person) => device.post(forms.login.action, { ...person }), false, true],
    [
      'a new password',
      async (device, { email }) => {
        await device.post(forms.restore.action, { email });
        await device.get(linkIn(await service.sink.mailTo(email, forms.finish.action)));
        await device.post(forms.finish.action, { password: `new words ${randomUUID()}` });
      },
      false,
      false,
    ],
    ['deleting the account', (device, { password }) => device.post(forms.deletion.action, { password }), false, false],
  ];
  test.each(ends)('%s cuts the sockets of the sessions that end, and no others', async (_, end, stays, otherStays) => {
    const { visitor, person } = await service.addUser();
    const device = service.visitor('de.amber.example');
    await device.post(forms.login.action, { ...person });
    const [own, ownToo, other] = [await enterChat(visitor), await enterChat(visitor), await enterChat(device)];
    const stranger = await enterChat((await service.addUser()).visitor);
    const { id } = await service
      .brand('amber')
      .db.selectFrom('session')
      .select('id')
      .where('userId', '=', own.me.id)
      .where('host', '=', 'de.amber.example')
      .executeTakeFirstOrThrow();
    await end(visitor, person, id);
    const wanted = [stays, stays, otherStays, true];
    await expect.poll(() => areOpen(own, ownToo, other, stranger)).toEqual(wanted);
    // An answer shows that no late event has closed the socket.
    await receiveAll(...[own, ownToo, other, stranger].filter(({ socket }) => socket.connected));
    expect(areOpen(own, ownToo, other, stranger)).toEqual(wanted);
    for (const { socket } of [own, ownToo, other, stranger]) socket.disconnect();
  });

  test('a script gets the lobby with the account, before any socket; a banned user gets the account alone', async () => {
    const { visitor, person } = await service.addUser();
    const account = async (path: string) => (await visitor.get(path)).json() as Account;
    const { lobby, ...own } = await account(ACCOUNT_WITH_LOBBY);
    expect(own).toEqual(await account(resources.account));
    const user = await enterChat(visitor);
    expect(await user.ask('lobby', {})).toEqual({ ...lobby, now: expect.any(Number) as number });
    expect(lobby!.me).toEqual({ id: user.me.id, name: person.nickname });
    user.socket.disconnect();
    await floodBan(user, service.brand('amber'));
    const banned = await account(ACCOUNT_WITH_LOBBY);
    expect(banned).toMatchObject(own);
    expect(banned).not.toHaveProperty('lobby');
    expect((await new Visitor(service.port, 'amber.example').get(ACCOUNT_WITH_LOBBY)).status).toBe(204);
    // As pages of the release before ask.
    expect((await new Visitor(service.port, 'amber.example').get('/api/account?lobby')).status).toBe(401);
  });

  test('a ban cuts every socket of its user only, and names its end', async () => {
    const { visitor } = await service.addUser();
    const [own, ownToo] = [await enterChat(visitor), await enterChat(visitor)];
    const stranger = await enterChat((await service.addUser()).visitor);
    await floodBan(own, service.brand('amber'));
    await expect.poll(() => areOpen(own, ownToo, stranger)).toEqual([false, false, true]);
    const until = expect.closeTo(Date.now() + 15 * 60_000, -5);
    expect(await enter(visitor)).toEqual({ error: 'banned', until });
    stranger.socket.disconnect();
  });
});

describe('connections of a network', () => {
  const service = testService('PGlite');

  test('are limited, without a session too, and connections of other networks are not', async () => {
    const visitor = service.visitor();
    const users: Visitor[] = [];
    for (let user = 0; user < CONNECTIONS_MAX / OF_SESSION; user += 1) users.push((await service.addUser()).visitor);
    const all = await Promise.all(
      users.flatMap(({ cookies }) =>
        Array.from({ length: OF_SESSION }, () => upgrade(visitor, { session: cookies.get(SESSION) })),
      ),
    );
    expect(all.filter(({ status }) => status !== 101)).toEqual([]);
    expect((await upgrade(visitor)).status).toBe(400);
    const other = await upgrade(service.visitor());
    expect(other.status).toBe(101);
    all[0]!.close();
    await expect.poll(async () => (await upgrade(visitor)).status, { interval: 500 }).toBe(101);
    for (const { close } of [...all, other]) close();
  });
});

/** Opens a WebSocket without a CONNECT packet. @returns the status and a function that closes it */
async function upgrade(
  { port, host, address, ...visitor }: Visitor,
  {
    origin = visitor.origin,
    query = '',
    session,
  }: { origin?: string; query?: string; session?: string | undefined } = {},
): Promise<{ status: number; close: () => void }> {
  const socket = connect(port, '127.0.0.1');
  const headers = [
    `Host: ${host}`,
    `Origin: ${origin}`,
    `X-Forwarded-For: ${address}`,
    ...(session ? [`Cookie: ${SESSION}=${session}`] : []),
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  socket.write(`GET ${SOCKET_PATH}/?EIO=4&transport=websocket${query} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))![1]), close: () => socket.destroy() };
}

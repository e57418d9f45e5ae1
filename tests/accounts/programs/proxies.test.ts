import { request } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  actions,
  BODY_MAX_BYTES,
  descriptions,
  health,
  resources,
  SOCKET_PATH,
} from '../../../src/contract/api-paths.ts';
import { TEXT_MAX } from '../../../src/contract/chat/chat-protocol.ts';
import { forms } from '../../../src/contract/forms.ts';
import { REFUSALS } from '../../../src/output/cdn-config/server-facts.ts';
import { dist } from '../../support/dist.ts';
import { freePort } from '../../support/free-port.ts';
import { testWith } from '../../support/programs.ts';
import { TestUser, openSocket, opening } from '../../support/service/chat/chat-test-user.ts';
import { largestForms, largestModerationBodies } from '../../support/service/chat/largest-bodies.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import { anyDatabase, newPerson, testService } from '../../support/service/test-service.ts';
import { Visitor } from '../../support/service/visitor.ts';
import { type RunningServer, starters } from '../../support/serving/server-starters.ts';

const HOST = 'amber.example';

/** Status of a request with two Host headers, sent as that of a socket where the path is theirs. */
async function statusOf(port: number, path: string, ...hosts: string[]): Promise<string | undefined> {
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
  const isSocket = path === SOCKET_PATH;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    [
      `GET ${isSocket ? `${path}/?EIO=4&transport=websocket` : path} HTTP/1.1`,
      ...hosts.map((host) => `Host: ${host}`),
      `Origin: https://${HOST}`,
      isSocket ? upgrade : 'Connection: close',
      '\r\n',
    ].join('\r\n'),
  );
  const answer = await new Promise<Buffer>((done, failed) => socket.once('data', done).once('error', failed));
  socket.destroy();
  return /^HTTP\/1\.1 (\d{3})/.exec(answer.toString())?.[1];
}

/** Headers of a browser over TLS; a proxy in front has ended TLS. */
const asHost = { Host: HOST, Origin: `https://${HOST}` };

test('the largest body that a form, an action or a request of a moderator can have is within the limit', () => {
  const bodies = [
    ...largestForms().map(([action, { length }]) => [action, length] as const),
    ...largestModerationBodies(),
  ];
  expect(bodies.filter(([, bytes]) => bytes > BODY_MAX_BYTES)).toEqual([]);
  // An appeal, in Hangul that a system sends in parts.
  expect(Math.max(...bodies.map(([, bytes]) => bytes))).toBeGreaterThan(BODY_MAX_BYTES * 0.9);
});

describe.each(['nginx', 'caddy'] as const)('behind %s', (name) => {
  const testServer = testWith(name);
  const service = testService(anyDatabase);
  let server: RunningServer;
  let deserted: RunningServer;
  beforeAll(async () => {
    server = await starters[name](dist, `127.0.0.1:${service.port}`);
    deserted = await starters[name](dist, `127.0.0.1:${await freePort()}`);
  });
  afterAll(() => Promise.all([server.stop(), deserted.stop()]));

  testServer('the largest body of each form and action gets the answer of the service', async () => {
    const { visitor } = await service.addUser();
    const answers = largestForms().map(async ([action, body]) => {
      const sender = new Visitor(server.port, HOST);
      for (const cookie of visitor.cookies) sender.cookies.set(...cookie);
      const { status, json } = await sender.send('POST', action, body, asHost);
      expect([status < 500 && status !== 413, json()], action).toEqual([true, expect.any(Object)]);
    });
    await Promise.all(answers);
  });

  testServer('a body that is longer is refused in words', async () => {
    const body = `email=${'x'.repeat(2 * BODY_MAX_BYTES)}`;
    const sender = new Visitor(server.port, HOST);
    const { status, text } = await sender.send('POST', forms.login.action, body, { ...asHost, Accept: 'text/html' });
    expect([status, text.trim()]).toEqual([413, expect.stringMatching(/^This text is too long\./)]);
  });

  testServer('without the service, a form gets words instead of a page of the server', async () => {
    const { status, text, headers } = await new Visitor(deserted.port, HOST).post(forms.login.action, {}, asHost);
    expect([status, text.trim()]).toEqual([503, REFUSALS.unreachable]);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect((await deserted.ask(HOST, '/contacts')).status).toBe(200);
  });

  testServer.each(['/', '/contacts', resources.account, health.live, descriptions.metrics, SOCKET_PATH])(
    'two Host headers are answered 400 for %s, by the server and by the service',
    async (path) => {
      for (const { port } of [server, service])
        for (const host of [HOST, `${HOST}.localhost`, 'nope.example'])
          for (const second of [HOST, 'nope.example'])
            expect(await statusOf(port, path, host, second), `${host}, ${second}`).toBe('400');
    },
  );

  testServer('a visitor registers, confirms and is signed in', async () => {
    const person = newPerson();
    const visitor = new Visitor(server.port, HOST);
    expect((await visitor.post(forms.registration.action, { ...person }, asHost)).status).toBe(200);
    const mail = await service.sink.mailTo(person.email);
    expect(mail.text).toContain(`https://${HOST}/api/`);
    await visitor.get(linkIn(mail), asHost);
    await visitor.post(forms.confirm.action, { password: person.password }, asHost);
    expect((await visitor.get(resources.account, asHost)).json()).toMatchObject({ email: person.email });
  });

  testServer('a path that looks like a file is passed to the service as well', async () => {
    const { status, text } = await new Visitor(server.port, HOST).get('/api/openapi.json', asHost);
    expect([status, text]).toEqual([200, expect.stringContaining('"openapi":"3.1.1"')]);
  });

  testServer('every header comes once, and answers are not cached', async () => {
    const visitor = new Visitor(server.port, HOST);
    const { headers, status } = await visitor.post(forms.login.action, { email: 'x' }, asHost);
    expect(status).toBe(422);
    expect(headers['cache-control']).toBe('no-store');
    // A policy has no effect on JSON.
    expect(headers['content-security-policy']).toBeUndefined();
    const page = await visitor.post(forms.login.action, { email: 'x' }, { ...asHost, Accept: 'text/html' });
    expect(page.status).toBe(422);
    expect(page.headers['content-security-policy']?.match(/default-src/g)).toHaveLength(1);
    expect(page.headers['permissions-policy']).toMatch(/^camera=\(\), microphone=\(\)(, [a-z-]+=\(\))+$/);
  });

  testServer('chat frames pass whole in both directions', async () => {
    const { visitor: direct } = await service.join();
    const visitor = new Visitor(server.port, HOST);
    for (const cookie of direct.cookies) visitor.cookies.set(...cookie);
    expect(await opening(openSocket(visitor, { ...asHost, Origin: `http://${HOST}` }))).toBe('refused');
    const [anna, annaToo] = [openSocket(visitor, asHost), openSocket(visitor, asHost)].map((one) => new TestUser(one));
    const opened = await Promise.all([anna!, annaToo!].map(({ socket }) => opening(socket)));
    expect(opened).toEqual(['open', 'open']);
    const room = 'en.lounge';
    for (const user of [anna!, annaToo!]) await user.ask('enter', { room });
    const texts = Array.from({ length: 5 }, (_, number) => `${number}${'😀'.repeat(TEXT_MAX - 1)}`);
    for (const text of texts) await anna!.say(room, text);
    await expect.poll(() => annaToo!.heard(room)).toEqual(texts);
    const cut = new Promise((done) => annaToo!.socket.once('disconnect', done));
    await visitor.post(actions.logout, {}, asHost);
    expect(await cut).toBe('io server disconnect');
  });

  testServer('the sockets of many open pages pass', async () => {
    const headers = {
      ...asHost,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
    };
    const path = `${SOCKET_PATH}/?EIO=4&transport=websocket`;
    // Of several networks: a network without a session opens fewer at once.
    const open = (number: number): Promise<Duplex | undefined> =>
      new Promise((done) => {
        request({ host: '127.0.0.1', port: server.port, localAddress: `127.0.1.${1 + (number % 20)}`, path, headers })
          .once('upgrade', (_response, socket) => done(socket))
          .once('response', () => done(undefined))
          .once('error', () => done(undefined))
          .end();
      });
    const sockets = await Promise.all(Array.from({ length: 600 }, (_, number) => open(number)));
    const through = sockets.filter((socket) => socket?.writable);
    for (const socket of through) socket!.destroy();
    expect(through).toHaveLength(600);
  });

  testServer('an address in a header of the visitor does not count', async () => {
    const visit = () =>
      new Visitor(server.port, HOST, undefined, '127.0.0.2').post(forms.login.action, { email: 'x' }, asHost);
    // A busy service answers 503 to a network with many requests under way.
    await expect
      .poll(async () => (await Promise.all(Array.from({ length: 70 }, visit))).map(({ status }) => status), {
        timeout: 20_000,
      })
      .toContain(429);
  });
});

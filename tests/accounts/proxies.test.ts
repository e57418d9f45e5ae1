import { request } from 'node:http';
import type { Duplex } from 'node:stream';

import { afterAll, beforeAll, describe, expect } from 'vitest';

import { SOCKET_PATH, actions, resources } from '../../src/contract/api-paths.ts';
import { TEXT_MAX } from '../../src/contract/chat-protocol.ts';
import { forms } from '../../src/contract/forms.ts';
import { dist } from '../support/dist.ts';
import { testWith } from '../support/programs.ts';
import { TestUser, openSocket, opening } from '../support/service/chat-test-user.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { newPerson, testService } from '../support/service/test-service.ts';
import { Visitor } from '../support/service/visitor.ts';
import { type RunningServer, starters } from '../support/serving/server-starters.ts';

const HOST = 'velvet.example';

/** Headers of a browser over TLS; a proxy in front has ended TLS. */
const asHost = { Host: HOST, Origin: `https://${HOST}` };

describe.each(['nginx', 'caddy'] as const)('behind %s', (name) => {
  const testServer = testWith(name);
  const service = testService('PGlite');
  let server: RunningServer;
  beforeAll(async () => {
    server = await starters[name](dist, `127.0.0.1:${service.port}`);
  });
  afterAll(() => server.stop());

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
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload');
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
    const open = (): Promise<Duplex | undefined> =>
      new Promise((done) => {
        request({ host: '127.0.0.1', port: server.port, path, headers })
          .once('upgrade', (_response, socket) => done(socket))
          .once('response', () => done(undefined))
          .once('error', () => done(undefined))
          .end();
      });
    const sockets = await Promise.all(Array.from({ length: 600 }, open));
    const through = sockets.filter((socket) => socket?.writable);
    for (const socket of through) socket!.destroy();
    expect(through).toHaveLength(600);
  });

  testServer('an address in a header of the visitor does not count', async () => {
    const replies = await Promise.all(
      Array.from({ length: 70 }, () =>
        new Visitor(server.port, HOST, undefined, '127.0.0.2').post(forms.login.action, { email: 'x' }, asHost),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses).toContain(429);
  });
});

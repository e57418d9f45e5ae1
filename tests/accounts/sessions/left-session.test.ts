import { describe, expect, test } from 'vitest';

import { resources } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import { LEFT_COOKIE } from '../../../src/contract/sign-out.ts';
import { opening, openSocket } from '../../support/service/chat/chat-test-user.ts';
import { databases, isSignedIn, testService } from '../../support/service/test-service.ts';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  test('the first request after a quick exit ends the session, and deletes the cookie that asked for it', async () => {
    const { visitor } = await service.addUser();
    const session = visitor.cookies.get('__Host-session')!;
    visitor.cookies.set(LEFT_COOKIE, '1');
    const { status, cookies, headers } = await visitor.get(resources.relays);
    expect([status, cookies]).toEqual([200, [`${LEFT_COOKIE}=; Max-Age=0; Path=/; Secure`]]);
    expect(headers['clear-site-data']).toBe('"storage"');
    expect((await visitor.get(resources.relays)).headers['clear-site-data']).toBeUndefined();
    expect(visitor.cookies.get('__Host-session')).toBe(session);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('below localhost, the cookie has the name of cookies there', async () => {
    const { person } = await service.addUser();
    const [visitor, local] = [service.visitor(), { Host: 'amber.example.localhost' }];
    await visitor.post(forms.login.action, { ...person }, { ...local, Origin: 'http://amber.example.localhost' });
    visitor.cookies.set(LEFT_COOKIE, '1');
    expect((await visitor.get(resources.account, local)).status).toBe(200);
    visitor.cookies.set('local-left', '1');
    const { status, cookies } = await visitor.get(resources.account, local);
    expect([status, cookies]).toEqual([401, ['local-left=; Max-Age=0; Path=/']]);
  });

  test('a quick exit ends the session that a socket comes with, and closes open sockets', async () => {
    const { visitor } = await service.addUser();
    const open = openSocket(visitor);
    expect(await opening(open)).toBe('open');
    const closed = new Promise((done) => open.once('disconnect', done));
    visitor.cookies.set(LEFT_COOKIE, '1');
    expect(await opening(openSocket(visitor))).toEqual({ error: 'signedOut' });
    await closed;
    visitor.cookies.delete(LEFT_COOKIE);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('a user who left signs in again', async () => {
    const { visitor, person } = await service.addUser();
    const { email, password } = person;
    visitor.cookies.set(LEFT_COOKIE, '1');
    expect((await visitor.post(forms.login.action, { email, password })).status).toBe(200);
    expect(visitor.cookies.has(LEFT_COOKIE)).toBe(false);
    expect(await isSignedIn(visitor)).toBe(true);
  });
});

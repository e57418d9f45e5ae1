import { describe, expect, test } from 'vitest';

import { actions, passkeyActions, resources } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import { opening, openSocket } from '../../support/service/chat/chat-test-user.ts';
import { sessionDaysLeft } from '../../support/service/session-days-left.ts';
import { databases, isSignedIn, testService } from '../../support/service/test-service.ts';

const DAY_MS = 86_400_000;
const ON_HOST = 'Path=/; HttpOnly; Secure; SameSite=Lax$';

const named = (cookies: string[], name: string): string => cookies.find((cookie) => cookie.startsWith(`${name}=`))!;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  const daysLeft = (email: string) => sessionDaysLeft(service, email);

  test('a session ends with the browser, and after a day at the latest, unless its user stays signed in', async () => {
    const { visitor, person } = await service.join();
    const { email, password } = person;
    expect(await daysLeft(email)).toBe(1);

    const brief = await visitor.post(forms.login.action, { email, password });
    expect(named(brief.cookies, '__Host-session')).toMatch(new RegExp(`^__Host-session=[^;]+; ${ON_HOST}`));
    expect(named(brief.cookies, '__Host-short')).toMatch(new RegExp(`^__Host-short=[^;]+; ${ON_HOST}`));
    expect(await daysLeft(email)).toBe(1);
    // A request does not prolong the session, and its cookie does not outlive the browser.
    const used = await visitor.get(resources.account);
    expect([used.status, used.cookies, await daysLeft(email)]).toEqual([200, [], 1]);
    // A request for passkey options, which is for signed-out visitors, does not either.
    const asked = await visitor.post(passkeyActions.signInOptions, {});
    expect([asked.status, named(asked.cookies, '__Host-session'), await daysLeft(email)]).toEqual([200, undefined, 1]);

    const lasting = await visitor.post(forms.login.action, { email, password, remember: 'on' });
    expect(named(lasting.cookies, '__Host-session')).toMatch(
      new RegExp(`^__Host-session=[^;]+; Max-Age=604800; ${ON_HOST}`),
    );
    expect(visitor.cookies.has('__Host-short')).toBe(false);
    expect(await daysLeft(email)).toBe(7);
  });

  test('a session that ends with the browser is not prolonged without the cookie that says so', async () => {
    const { visitor, person } = await service.join();
    const { email, password } = person;
    await visitor.post(forms.login.action, { email, password });
    const thief = service.visitor();
    thief.cookies.set('__Host-session', visitor.cookies.get('__Host-session')!);
    const credential = '{"id":"x","response":{}}';
    const asked = [
      await thief.get(resources.account),
      await thief.get(resources.data),
      await thief.post(passkeyActions.newOptions, { password }),
      await thief.post(passkeyActions.add, { credential }),
      await thief.post(passkeyActions.remove, { passkey: 'x', password }),
      await thief.post(passkeyActions.signInOptions, {}),
      await thief.post(actions.endSession, { session: 'others' }),
      await thief.post(forms.newAddress.action, { email, password }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 422, 200, 200, 200, 422]);
    expect(asked.flatMap(({ cookies }) => cookies).filter((cookie) => cookie.startsWith('__Host-session'))).toEqual([]);
    const socket = openSocket(thief);
    expect(await opening(socket)).toBe('open');
    socket.close();
    expect(await daysLeft(email)).toBe(1);
  });

  test('a session that stays is prolonged by use, whichever way the session before it ended', async () => {
    const { visitor, person } = await service.join();
    const { email, password } = person;
    await visitor.post(forms.login.action, { email, password, remember: 'on' });
    await service
      .brand('amber')
      .db.updateTable('session')
      .set({ expiresAt: new Date(Date.now() + 2 * DAY_MS) })
      .execute();
    expect((await visitor.get(resources.account)).cookies.join()).toContain('Max-Age=604800');
    expect(await daysLeft(email)).toBe(7);
  });

  test('sign-out and account deletion clear the storage of the browser, but not its cookies', async () => {
    const { visitor, person } = await service.join();
    const out = await visitor.post(actions.logout, {});
    expect(out.headers['clear-site-data']).toBe('"storage"');
    const { email, password } = person;
    const signedIn = await visitor.post(forms.login.action, { email, password });
    expect(signedIn.headers['clear-site-data']).toBeUndefined();
    const others = await visitor.post(actions.endSession, { session: 'others' });
    expect([others.headers['clear-site-data'], await isSignedIn(visitor)]).toEqual([undefined, true]);
    const gone = await visitor.post(forms.deletion.action, { password }, { Accept: 'text/html' });
    expect([gone.status, gone.headers['clear-site-data']]).toEqual([303, '"storage"']);
  });
});

import { request } from 'node:http';

import { aroundEach, beforeAll, describe, expect, test } from 'vitest';

import { actions, BODY_MAX_BYTES, health, resources } from '../../src/contract/api-paths.ts';
import { AFTER_SIGN_IN, forms } from '../../src/contract/forms.ts';
import type { Account } from '../../src/contract/response-schemas.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { databases, isSignedIn, newPerson, testService } from '../support/service/test-service.ts';

const { registration, confirm, resend, login, deletion } = forms;
const everywhere = [...Object.values(forms).map(({ action }) => action), actions.endSession];

/**
 * Ending a missing session is no error. A confirmation leads a user who is signed in to the chat, and a visitor without a registration to
 * the form for the address.
 */
const HARMLESS: string[] = [actions.endSession, confirm.action, resend.action];

/** Bodies that no page sends, with the content type of a form unless another is given. */
const hostile: [what: string, body: string, type?: string][] = [
  ['nothing', ''],
  ['JSON', '{"email":"a@b.co","password":"x"}', 'application/json'],
  ['JSON that says it is a form', '{"email":"a@b.co"}'],
  [
    'a form in parts',
    '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--x--',
    'multipart/form-data; boundary=x',
  ],
  ['plain text', 'email=a@b.co&password=x', 'text/plain'],
  ['no content type', 'email=a@b.co&password=x', ''],
  ['an odd content type', 'email=a@b.co&password=x', 'application/x-www-form-urlencoded-not'],
  ['broken percent encoding', 'email=%&password=%zz&nickname=%E0%A4%A'],
  ['zeros', 'email=a%00@b.co&password=x%00x&nickname=%00&session=%00'],
  ['a bare zero', 'email=a\0@b.co&password=x&session=\0'],
  ['invalid UTF-8', 'email=%ff%fe@b.co&password=%c3%28%ed%a0%80&nickname=%f0%28%8c%28&session=%ff'],
  ['surrogates', 'email=\uD800&password=\uDFFF&session=\uD800'],
  ['fields of objects', '__proto__=1&constructor=x&toString=x&hasOwnProperty=1&email[]=a@b.co&password[$ne]=x'],
  ['5000 fields', 'a=&'.repeat(5000)],
  ['5000 times one field', `password=wrong&${'b=&'.repeat(5000)}`],
  ['a very long field', `email=${'x'.repeat(16_000)}`],
  ['SQL', "email=' or 1=1--@b.co&password=' or ''='&session=' or ''='"],
];

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  let session: string;
  beforeAll(async () => {
    session = (await service.addUser()).visitor.cookies.get('__Host-session')!;
  });
  aroundEach(async (runTest) => {
    await runTest();
    const visitor = service.visitor();
    visitor.cookies.set('__Host-session', session);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test.each(hostile)('%s in place of a form is refused by every action', async (_, body, type) => {
    const visitor = service.visitor();
    visitor.cookies.set('__Host-session', session);
    const refused = everywhere.map(async (action) => {
      const headers = {
        'Content-Length': String(Buffer.byteLength(body)),
        ...(type !== undefined && { 'Content-Type': type }),
      };
      const { status, text } = await visitor.send('POST', action, body, headers);
      expect([status < 500, HARMLESS.includes(action) || status >= 400], action).toEqual([true, true]);
      expect(text).not.toMatch(/\bat \/|node_modules|select |insert /);
    });
    await Promise.all(refused);
  });

  test.each(['x', 'x'.repeat(30), 'x'.repeat(300)])(
    'a forged cookie of a registration is ignored: %s',
    async (value) => {
      const visitor = service.visitor();
      visitor.cookies.set('__Host-registration', value);
      expect((await visitor.get(confirm.action)).status).toBe(200);
      expect((await visitor.post(resend.action, {})).json()).toEqual({ next: confirm.action });
    },
  );

  test('the last value of a repeated field counts', async () => {
    const { person } = await service.addUser();
    const body = new URLSearchParams([...Object.entries(person), ['email', 'nobody@mail.example']]).toString();
    expect((await service.visitor().send('POST', login.action, body)).status).toBe(422);
  });

  test('a form without Content-Length is accepted', async () => {
    const { person } = await service.addUser();
    const body = new URLSearchParams({ ...person }).toString();
    const reply = await service.visitor().send('POST', login.action, body, { 'Transfer-Encoding': 'chunked' });
    expect([reply.status, reply.json()]).toEqual([200, { next: AFTER_SIGN_IN }]);
  });

  test('a body that is too long is refused, whether it says so or not', async () => {
    const visitor = service.visitor();
    const body = `email=${'x'.repeat(BODY_MAX_BYTES)}`;
    for (const action of everywhere) {
      const told = await visitor.send('POST', action, body, { 'Content-Length': String(body.length) });
      expect([told.status, told.json()], action).toEqual([413, { errors: { form: 'textLong' } }]);
      const untold = await visitor.send('POST', action, body, { 'Transfer-Encoding': 'chunked' });
      expect(untold.status, action).toBe(413);
    }
    const fits = `email=${'x'.repeat(BODY_MAX_BYTES - 6)}`;
    expect((await visitor.send('POST', login.action, fits)).status).toBe(422);
  });

  test('a body that breaks off does no harm', async () => {
    await new Promise<void>((done) => {
      const { host, origin } = service.visitor();
      const headers = {
        Host: host,
        Origin: origin,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': '1000',
      };
      const sent = request({ host: '127.0.0.1', port: service.port, method: 'POST', path: login.action, headers });
      sent.once('error', () => undefined).once('close', () => done());
      // The service should read the body by then; if it does not yet, the assertion holds as well.
      sent.write('email=a', () => setTimeout(() => sent.destroy(), 100));
    });
    expect((await service.visitor().get(health.ready)).json()).toEqual({ status: 'ready' });
  });

  test('fields that a form does not have change no account', async () => {
    const person = newPerson();
    const wishes = {
      role: 'admin',
      emailVerified: 'true',
      id: 'mine',
      userId: 'mine',
      name: 'Somebody Else',
      image: 'https://evil.example/x.png',
      adultConfirmedAt: '1999-01-01',
      createdAt: '1999-01-01',
      rulesAcceptedAt: '1999-01-01',
      expiresAt: '2999-01-01',
      host: 'onyx.example',
      rememberMe: 'true',
    };
    const visitor = service.visitor();
    await visitor.post(registration.action, { ...wishes, ...person });
    await visitor.get(linkIn(await service.sink.mailTo(person.email)));
    // The form with the password changes no field of the registration either.
    const others = { email: 'other@mail.example', dateOfBirth: '2020-01-01' };
    const { password } = person;
    expect((await visitor.post(confirm.action, { ...wishes, ...others, password })).status).toBe(200);
    const signedIn = await visitor.post(login.action, { ...wishes, email: person.email, password });
    expect(signedIn.cookies.find((cookie) => cookie.startsWith('__Host-session='))).not.toContain('Max-Age');
    const account = (await visitor.get(resources.account)).json() as Account;
    expect(account).toMatchObject({ email: person.email, nickname: person.nickname });
    expect(account.sessions).toMatchObject([{ host: 'amber.example' }]);
    expect(account.sessions[0]!.id).not.toBe('mine');
    const { text } = await visitor.get(resources.data);
    expect(text).not.toMatch(/1999|2999|2020|admin|Somebody Else|evil/);

    const { visitor: victim, person: other } = await service.addUser();
    const gone = await visitor.post(deletion.action, { password, email: other.email, userId: 'x', id: 'x' });
    expect(gone.status).toBe(200);
    expect((await victim.get(resources.account)).status).toBe(200);
    expect((await visitor.get(resources.account)).status).toBe(401);
  });

  test('other methods and other paths are refused', async () => {
    const { visitor } = await service.addUser();
    const headers = { Origin: visitor.origin };
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])
      for (const path of [login.action, resources.account, '/api/auth/sign-up/email', '/api/auth/get-session'])
        expect([method, path, (await visitor.send(method, path, undefined, headers)).status]).toEqual([
          method,
          path,
          404,
        ]);
    for (const path of [
      '/api/auth/sign-in/email',
      '/api/auth/list-sessions',
      '/api/../../etc/passwd',
      '/api/%00',
      '/api/%',
      '/api//',
    ])
      expect((await visitor.get(path)).status, path).toBe(404);
    expect((await visitor.get(resources.account)).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

import { describe, expect, test } from 'vitest';

import { actions, resources } from '../../src/contract/api-paths.ts';
import { AFTER_SIGN_IN, forms } from '../../src/contract/forms.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { databases, isSignedIn, newPerson, testService } from '../support/service/test-service.ts';
import { ask, foreignOrigins, type Reply, type Visitor } from '../support/service/visitor.ts';

const { registration, confirm, login, restore, deletion } = forms;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  test('a form of another origin, or of no origin, does nothing', async () => {
    const { visitor, person } = await service.join();
    const { host } = visitor;
    for (const Origin of foreignOrigins(visitor)) {
      const foreign = { Origin };
      const gone = await visitor.post(deletion.action, { password: person.password }, foreign);
      expect([Origin, gone.status, gone.json()]).toEqual([Origin, 403, { errors: { form: 'origin' } }]);
      expect((await visitor.post(actions.logout, {}, foreign)).status).toBe(403);
      expect((await service.visitor().post(login.action, { ...person }, foreign)).cookies).toEqual([]);
    }
    const body = new URLSearchParams({ password: person.password }).toString();
    const cookie = `__Host-session=${visitor.cookies.get('__Host-session')!}`;
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const bare = await ask(service.port, 'POST', deletion.action, body, { Host: host, Cookie: cookie, ...form });
    expect(bare.status).toBe(403);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('on a public host, the origin has to use TLS', async () => {
    const { person } = await service.join();
    const from = (Origin: string) =>
      service.visitor().post(login.action, { ...person }, { Host: 'amber.example', Origin });
    expect((await from('https://amber.example')).status).toBe(200);
    expect((await from('http://amber.example')).status).toBe(403);
    expect((await from('https://amber.example:8443')).status).toBe(403);
    expect((await from('https://de.amber.example')).status).toBe(403);
  });

  test('below localhost, cookies work without TLS; for any other host they need it', async () => {
    const { person } = await service.join();
    const named = async (host: string, scheme: string): Promise<string[]> => {
      const visitor = service.visitor();
      const headers = { Host: host, Origin: `${scheme}://${host}` };
      const { cookies } = await visitor.post(login.action, { ...person, remember: 'on' }, headers);
      expect((await visitor.get(resources.account, { Host: host })).status, host).toBe(200);
      return cookies.map((cookie) => cookie.replace(/=[^;]+/, ''));
    };
    const production = await named('amber.example', 'https');
    expect(production.map((cookie) => /^__Host-.*; Secure/.test(cookie))).toEqual(production.map(() => true));
    for (const host of ['amber.example.localhost:4321', 'AMBER.EXAMPLE.LOCALHOST'])
      expect(await named(host, 'http'), host).toEqual(
        production.map((cookie) => cookie.replace('__Host-', 'local-').replace('; Secure', '')),
      );
    for (const host of ['amber.example:443', 'amber.example.'])
      expect(await named(host, 'https'), host).toEqual(production);
  });

  test('a host below localhost and any other host take no cookies with the names of the other', async () => {
    const { visitor, person } = await service.join();
    const local = { Host: 'amber.example.localhost', Origin: 'http://amber.example.localhost' };
    expect((await visitor.get(resources.account, local)).status).toBe(401);
    const developer = service.visitor();
    await developer.post(login.action, { ...person }, local);
    expect((await developer.get(resources.account, local)).status).toBe(200);
    expect((await developer.get(resources.account)).status).toBe(401);
  });

  test('an unknown host gets 421', async () => {
    for (const Host of ['evil.example', 'amber.example.evil.example', '127.0.0.1', '']) {
      const headers = { Host, Origin: `https://${Host}`, 'X-Forwarded-Host': 'amber.example' };
      expect((await service.visitor().post(login.action, {}, headers)).status, Host).toBe(421);
      expect((await service.visitor().get(confirm.action, headers)).status).toBe(421);
    }
  });

  test('links in mails lead to the requested host, not to a host of other headers', async () => {
    const person = newPerson();
    const reply = await service.visitor().post(
      registration.action,
      { ...person },
      {
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'http',
        'X-Original-Host': 'evil.example',
        Forwarded: 'host=evil.example;proto=http',
        Referer: 'https://evil.example/',
      },
    );
    expect(reply.status).toBe(200);
    const { text, html, from } = await service.sink.mailTo(person.email);
    expect(text).toMatch(/https:\/\/amber\.example\/api\/auth\/registration\/confirm\?token=[\w-]{43}\s/);
    expect(`${text}${html}${from!.address}`).not.toMatch(/evil|:\d{4}/);
  });

  test('a request never chooses the redirect target', async () => {
    const { visitor, person } = await service.join();
    const next = '//evil.example';
    const query = `?next=${next}&callbackURL=${next}&redirect=${next}&returnTo=${next}`;
    const wishes = { next, callbackURL: next, redirect: next, redirectTo: next, errorCallbackURL: next };
    const browser = { Accept: 'text/html' };
    const signed = await visitor.post(login.action + query, { ...person, ...wishes }, browser);
    expect([signed.status, signed.headers.location]).toEqual([303, AFTER_SIGN_IN]);
    const led = await visitor.get(`${AFTER_SIGN_IN}&${query.slice(1)}`);
    expect([led.status, led.headers.location]).toEqual([303, '/chat']);
    const asked = await visitor.post(restore.action + query, { ...person, ...wishes }, browser);
    expect([asked.status, asked.headers.location]).toEqual([303, '/auth/restore#link-sent']);
    const link = await visitor.get(`${linkIn(await service.sink.mailTo(person.email))}&next=${next}`);
    expect([link.status, link.headers.location]).toEqual([303, '/auth/restore/finish']);
    const left = await visitor.post(actions.logout + query, wishes, browser);
    expect([left.status, left.headers.location]).toEqual([303, '/login#signed-out']);
  });

  test('only a page of the site leads to the download of an account', async () => {
    const { visitor } = await service.join();
    const { host, origin } = visitor;
    const old = { 'Sec-Fetch-Site': '' };
    const cases: [headers: Record<string, string>, status: number][] = [
      [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
      [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
      [{ 'Sec-Fetch-Site': 'same-site' }, 403],
      [{ 'Sec-Fetch-Site': 'none' }, 403],
      [{ 'Sec-Fetch-Site': 'cross-site', Referer: `${origin}/chat` }, 403],
      [{ ...old, Referer: `${origin}/chat` }, 200],
      [{ ...old, Referer: 'https://evil.example/' }, 403],
      [{ ...old, Referer: `https://evil.example/${host}` }, 403],
      [old, 403],
    ];
    for (const [headers, status] of cases)
      expect((await without(visitor, headers)).status, JSON.stringify(headers)).toBe(status);
  });

  test('a page of another site leads to the confirmation of a registration, but does not embed it', async () => {
    const visitor = service.visitor();
    for (const [site, target, status] of [
      ['cross-site', 'image', 403],
      ['same-site', 'empty', 403],
      ['cross-site', 'document', 200],
      ['none', 'document', 200],
    ] as const) {
      const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': target };
      expect((await visitor.get(confirm.action, headers)).status, `${site} ${target}`).toBe(status);
    }
  });

  test('an account is downloaded six times, and then not for a while', async () => {
    const { visitor } = await service.join();
    const statuses: number[] = [];
    for (let number = 0; number < 7; number += 1) statuses.push((await visitor.get(resources.data)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});

/** Requests the download with these headers; empty headers are omitted. */
function without(visitor: Visitor, headers: Record<string, string>): Promise<Reply> {
  const all = {
    Host: visitor.host,
    Cookie: `__Host-session=${visitor.cookies.get('__Host-session')!}`,
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value));
  return ask(visitor.port, 'GET', resources.data, undefined, sent);
}

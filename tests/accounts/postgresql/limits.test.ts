import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';

import { forms } from '../../../src/contract/forms.ts';
import { rateLimits } from '../../../src/service/request/rate-limits.ts';
import { wordsOf } from '../../support/dist.ts';
import { testWith } from '../../support/programs.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import {
  databases,
  newDatabase,
  newPerson,
  startTestService,
  type TestService,
  testService,
} from '../../support/service/test-service.ts';
import type { Reply, Visitor } from '../../support/service/visitor.ts';

const { registration, confirm, login, restore, deletion } = forms;
const wrong = 'not this one at all';

/** Counts requests in a row until a request is refused with Retry-After. */
async function allowed(most: number, send: (number: number) => Promise<Reply>): Promise<number> {
  for (let number = 0; number < most; number += 1) {
    const { status, headers, json } = await send(number);
    if (status !== 429) continue;
    expect(json()).toEqual({ errors: { form: 'tooMany' } });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    return number;
  }
  return most;
}

/** Signs in with a wrong password until the network is refused. */
const guess = (visitor: Visitor, email: string): Promise<number> =>
  allowed(20, () => visitor.post(login.action, { email, password: wrong }));

test.each(databases)('on %s, without trusted proxies, X-Forwarded-For brings no fresh limit', async (database) => {
  const service = await startTestService(database, { TRUSTED_PROXIES: '' });
  onTestFinished(service.close);
  const body = { email: newPerson().email, password: wrong };
  expect(await allowed(20, () => service.visitor().post(login.action, body))).toBe(6);
});

// The statements are the same on both databases.
describe('a limit', () => {
  const service = testService('PostgreSQL');

  test('after six wrong passwords a network has to wait, whether the address has an account or not', async () => {
    const { person } = await service.join();
    expect(await guess(service.visitor(), person.email)).toBe(6);
    expect(await guess(service.visitor(), newPerson().email)).toBe(6);
  });

  test('while a stranger has to wait, the owner signs in from another network only', async () => {
    const { person } = await service.join();
    const stranger = service.visitor();
    await guess(stranger, person.email);
    expect((await stranger.post(login.action, { ...person })).status).toBe(429);
    expect((await service.visitor().post(login.action, { ...person })).status).toBe(200);
  });

  test('X-Forwarded-For counts from the trusted proxy only', async () => {
    const { person } = await service.join();
    const { host, port } = service.visitor();
    expect(port).toBe(service.port);
    const tries = await allowed(20, (number) =>
      service
        .visitor(host, `203.0.113.${number}, 10.0.0.${number}, 198.51.100.77`)
        .post(login.action, { email: person.email, password: wrong }),
    );
    expect(tries).toBe(6);
  });

  test('passwords for an address from many networks have a limit as well', async () => {
    const { person } = await service.join();
    const { email } = person;
    const from = (): Promise<Reply> => service.visitor().post(login.action, { email, password: wrong });
    const replies: Reply[] = [];
    const startedAt = performance.now();
    for (let round = 0; round < 6; round += 1) replies.push(...(await Promise.all(Array.from({ length: 10 }, from))));
    const through = replies.filter(({ status }) => status === 422).length;
    expect(through).toBeGreaterThanOrEqual(50);
    // The limit recovers an attempt every minute.
    expect(through).toBeLessThanOrEqual(50 + Math.ceil((performance.now() - startedAt) / 60_000));
  });

  test('a network registers ten times, and then waits', async () => {
    const visitor = service.visitor();
    expect(await allowed(20, () => visitor.post(registration.action, { ...newPerson() }))).toBe(10);
  });

  /** Counts the mails to an address, after a later mail to another address has arrived. */
  async function mailsTo(email: string): Promise<number> {
    const { person } = await service.join();
    await service.visitor().post(restore.action, { email: person.email });
    await service.sink.mailTo(person.email);
    await expect
      .poll(async () => (await service.brand('amber').db.selectFrom('outbox').select('id').execute()).length)
      .toBe(0);
    return service.sink.mails.filter(({ to }) => to?.[0]?.address === email).length;
  }

  test('an address gets four mails of a form for a while, and the answers stay the same', async () => {
    const { person, visitor } = await service.join();
    const ofJoining = 1;
    for (const { email } of [person, newPerson()])
      expect(await allowed(20, () => service.visitor().post(restore.action, { email }))).toBe(20);
    expect(await mailsTo(person.email)).toBe(ofJoining + 4);

    // The owner's known device has a limit of its own.
    const { email } = person;
    expect(await allowed(20, () => visitor.post(restore.action, { email }))).toBe(rateLimits.restore.burst);
    expect(await mailsTo(email)).toBeGreaterThan(ofJoining + 4);
  });

  test('a registration that was sent twice counts once for the limit of mails', async () => {
    const { email } = newPerson();
    for (let number = 0; number < rateLimits.mail.burst; number += 1) {
      const [visitor, person] = [service.visitor(), newPerson({ email })];
      for (const _ of [1, 2]) expect((await visitor.post(registration.action, { ...person })).status).toBe(200);
    }
    expect(await mailsTo(email)).toBe(rateLimits.mail.burst);
  });

  test('an address gets at most ten mails of a form at once in a day', async () => {
    const { person } = await service.join();
    const { email } = person;
    const { db } = service.brand('amber');
    for (let round = 0; round < 5; round += 1) {
      for (let number = 0; number < 4; number += 1) await service.visitor().post(restore.action, { email });
      await db
        .updateTable('attempts')
        .set({ at: sql`"at" - interval '80 minutes'` })
        .execute();
    }
    // The limit recovers a mail every tenth of a day.
    expect(await mailsTo(email)).toBe(1 + rateLimits.mailOfDay.burst + Math.floor((5 * 80) / 144));
  });

  test('changes to an address send it no more than ten mails a day', async () => {
    const { visitor, person } = await service.join();
    const { email } = newPerson();
    const { db } = service.brand('amber');
    for (let round = 0; round < 5; round += 1) {
      for (let number = 0; number < 4; number += 1)
        await visitor.post(forms.newAddress.action, { email, password: person.password });
      await db
        .updateTable('attempts')
        .set({ at: sql`"at" - interval '80 minutes'` })
        .execute();
    }
    expect(await mailsTo(email)).toBe(rateLimits.mailOfDay.burst + Math.floor((5 * 80) / 144));
  });

  test('strangers who register with an address do not prevent its owner from a new password', async () => {
    const { person } = await service.join();
    const { email } = person;
    const strangers = (): Promise<Reply> => service.visitor().post(registration.action, { ...newPerson({ email }) });
    expect(await allowed(20, strangers)).toBe(20);
    expect(await mailsTo(email)).toBe(4);
    expect((await service.visitor().post(restore.action, { email })).status).toBe(200);
    expect(await mailsTo(email)).toBe(5);
  });

  test('an unreadable body counts as well, and a form over its limit gets a text that says when to try again', async () => {
    for (const [host, lang] of [
      ['amber.example', 'en'],
      ['ru.amber.example', 'ru'],
    ] as const) {
      const visitor = service.visitor(host);
      const send = (body: string, type: string): Promise<Reply> =>
        visitor.send('POST', login.action, body, { Accept: 'text/html', 'Content-Type': type });
      const unreadable = await send('{}', 'application/json');
      expect([unreadable.status, unreadable.headers['content-type']]).toEqual([422, 'text/plain; charset=UTF-8']);
      expect(unreadable.text).toContain(wordsOf(lang)('errors.body'));
      const replies: Reply[] = [];
      const startedAt = performance.now();
      for (let round = 0; round < 7; round += 1)
        replies.push(...(await Promise.all(Array.from({ length: 10 }, () => send('{}', 'application/json')))));
      const through = replies.filter(({ status }) => status === 422).length;
      expect(through).toBeLessThanOrEqual(60 + Math.ceil((performance.now() - startedAt) / 10_000));
      const { status, headers, text } = await send('email=a', 'application/x-www-form-urlencoded');
      expect([status, headers['content-type'], headers['content-language']]).toEqual([
        429,
        'text/plain; charset=UTF-8',
        lang,
      ]);
      const when = new Intl.RelativeTimeFormat(lang).format(Number(headers['retry-after']), 'second');
      expect(text).toBe(`${wordsOf(lang)('errors.tooMany')} ${wordsOf(lang)('service.sendAgain', { when })}\n`);
    }
  });

  test('a network asks for ten new passwords, and then waits', async () => {
    const visitor = service.visitor();
    expect(await allowed(20, () => visitor.post(restore.action, { email: newPerson().email }))).toBe(10);
  });

  test('passwords typed with a link, or to delete an account, have a limit over all networks', async () => {
    const person = newPerson();
    const visitor = service.visitor();
    await visitor.post(registration.action, { ...person });
    const link = linkIn(await service.sink.mailTo(person.email));
    const guesses = await allowed(20, async () => {
      const stranger = service.visitor();
      await stranger.get(link);
      return stranger.post(confirm.action, { password: wrong });
    });
    expect(guesses).toBe(8);
    const { visitor: thief } = await service.join();
    expect(await allowed(20, () => thief.post(deletion.action, { password: wrong }))).toBe(6);
  });

  test('a network sends sixty forms of all kinds, and then waits', async () => {
    const visitor = service.visitor();
    const replies: Reply[] = [];
    const startedAt = performance.now();
    for (let round = 0; round < 7; round += 1)
      replies.push(...(await Promise.all(Array.from({ length: 10 }, () => visitor.post(login.action, {})))));
    const through = replies.filter(({ status }) => status === 422).length;
    expect(through).toBeGreaterThanOrEqual(60);
    // The limit recovers a form every ten seconds.
    expect(through).toBeLessThanOrEqual(60 + Math.ceil((performance.now() - startedAt) / 10_000));
  });
});

testWith('postgres')('services that start at once on a new database share tables, limits and sessions', async () => {
  const first = await startTestService('PostgreSQL');
  onTestFinished(first.close);
  const nodes = {
    DATABASE_URL: await newDatabase(true),
    AUTH_SECRET: 'the same on every node, and long enough',
    MAIL_URL: first.sink.url,
  };
  const started = await Promise.all([1, 2, 3].map(() => startTestService('PostgreSQL', nodes)));
  for (const { close } of started) onTestFinished(close);
  const [one, two] = started as [TestService, TestService];
  const person = newPerson();
  const visitor = one.visitor();
  await visitor.post(registration.action, { ...person });
  await visitor.get(linkIn(await first.sink.mailTo(person.email)));
  expect((await visitor.post(confirm.action, { password: person.password })).status).toBe(200);
  const elsewhere = two.visitor();
  expect((await elsewhere.post(login.action, { ...person })).status).toBe(200);
  const moved = two.visitor();
  for (const [name, value] of visitor.cookies) moved.cookies.set(name, value);
  expect((await moved.get('/api/account')).status).toBe(200);

  const stranger = [one.visitor('amber.example', '192.0.2.7'), two.visitor('amber.example', '192.0.2.7')];
  const body = { email: person.email, password: wrong };
  expect(await allowed(20, (number) => stranger[number % 2]!.post(login.action, body))).toBe(6);
});

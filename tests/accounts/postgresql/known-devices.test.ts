import { describe, expect, test } from 'vitest';

import { forms } from '../../../src/contract/forms.ts';
import { keyedHash } from '../../../src/service/auth/tokens.ts';
import { rateLimits } from '../../../src/service/request/rate-limits.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import {
  AUTH_SECRET,
  databases,
  isSignedIn,
  newPerson,
  type TestService,
  testService,
} from '../../support/service/test-service.ts';
import type { Reply, Visitor } from '../../support/service/visitor.ts';

const { login, restore, finish, confirm, registration } = forms;
const DEVICE = '__Host-device';
const wrong = 'not this one at all';

/** The same browser on another network. */
function movedOn(service: TestService, { cookies }: Visitor): Visitor {
  const visitor = service.visitor();
  visitor.cookies.set(DEVICE, cookies.get(DEVICE)!);
  return visitor;
}

const guessFrom = (service: TestService, address: string, email: string): Promise<Reply> =>
  service.visitor('amber.example', address).post(login.action, { email, password: wrong });

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  test('the owner signs in on a known device while strangers guess from many networks', async () => {
    const { person, visitor } = await service.join();
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const addresses = Array.from({ length: 10 }, (_, number) => `198.51.${round * 10 + number}.7`);
      const replies = await Promise.all(addresses.map((address) => guessFrom(service, address, person.email)));
      statuses.push(...replies.map(({ status }) => status));
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await service.visitor().post(login.action, { ...person })).status).toBe(429);
    const known = movedOn(service, visitor);
    expect((await known.post(login.action, { ...person })).status).toBe(200);
    expect(await isSignedIn(known)).toBe(true);
  });
});

// The statements are the same on both databases.
describe('a device that an account knows', () => {
  const service = testService('PostgreSQL');

  /** Fills the password limit of an address for unknown devices, without sending guesses. */
  async function lockOut(email: string): Promise<void> {
    const bucket = { key: keyedHash(AUTH_SECRET, 'password', email), level: rateLimits.password.burst, at: new Date() };
    await service
      .brand('amber')
      .db.insertInto('attempts')
      .values(bucket)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(bucket))
      .execute();
    expect((await service.visitor().post(login.action, { email, password: wrong })).status).toBe(429);
  }
  const moved = (visitor: Visitor): Visitor => movedOn(service, visitor);

  test('a device is known after a sign-in and after a new password, and only to its own accounts', async () => {
    const { person } = await service.join();
    const { visitor: other, person: otherPerson } = await service.join();
    const browser = service.visitor();
    expect((await browser.post(login.action, { ...person })).status).toBe(200);
    await lockOut(person.email);
    expect((await moved(browser).post(login.action, { ...person })).status).toBe(200);
    expect((await moved(other).post(login.action, { ...person })).status).toBe(429);

    // The mail about the new browser.
    await service.sink.mailTo(person.email);
    const phone = service.visitor();
    await phone.post(restore.action, { email: person.email });
    await phone.get(linkIn(await service.sink.mailTo(person.email)));
    const password = 'granite lantern orchard';
    expect((await phone.post(finish.action, { password })).status).toBe(200);
    await lockOut(person.email);
    expect((await moved(phone).post(login.action, { email: person.email, password })).status).toBe(200);

    // Two accounts can share a browser.
    expect((await phone.post(login.action, { ...otherPerson })).status).toBe(200);
    expect((await moved(phone).post(login.action, { email: person.email, password })).status).toBe(200);
  });

  test('a known device has a limit of its own', async () => {
    const { person, visitor } = await service.join();
    const statuses: number[] = [];
    for (let tries = 0; tries <= rateLimits.passwordFromDevice.burst; tries += 1)
      statuses.push((await moved(visitor).post(login.action, { email: person.email, password: wrong })).status);
    expect(statuses.slice(0, -1)).toEqual(Array.from({ length: rateLimits.passwordFromDevice.burst }, () => 422));
    expect(statuses.at(-1)).toBe(429);
    expect((await service.visitor().post(login.action, { ...person })).status).toBe(200);
  });

  test('a cookie that the service has not signed, or that was signed elsewhere, makes no device known', async () => {
    const { person, visitor } = await service.join();
    await lockOut(person.email);
    const genuine = visitor.cookies.get(DEVICE)!;
    const parts = genuine.split('.');
    const forged = [
      '',
      '.',
      'a.b.c',
      `${genuine}x`,
      genuine.slice(0, -1),
      ['0'.repeat(22), ...parts.slice(1)].join('.'),
    ];
    for (const value of forged) {
      const stranger = service.visitor();
      stranger.cookies.set(DEVICE, value);
      expect((await stranger.post(login.action, { ...person })).status, value).toBe(429);
    }
  });

  test('the cookie is out of reach of scripts and other hosts, and holds nothing of the account', async () => {
    const { person } = await service.join();
    const { cookies } = await service.visitor().post(login.action, { ...person });
    const cookie = cookies.find((one) => one.startsWith(DEVICE))!;
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain('Domain');
    const user = await service
      .brand('amber')
      .db.selectFrom('user')
      .selectAll()
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow();
    for (const fact of [user.id, user.email, user.name]) expect(cookie).not.toContain(fact);
  });

  test('a /48 or /24 cannot lock a user out', async () => {
    for (const addressOf of [
      (number: number) => `2001:db8:77:${number}00::1`,
      (number: number) => `203.0.113.${number}`,
    ]) {
      const { person } = await service.join();
      const addresses = Array.from({ length: 60 }, (_, number) => addressOf(number + 1));
      const replies = await Promise.all(addresses.map((address) => guessFrom(service, address, person.email)));
      expect(replies.filter(({ status }) => status === 422)).toHaveLength(rateLimits.passwordFromWideNetwork.burst);
      expect((await service.visitor().post(login.action, { ...person })).status).toBe(200);
    }
  });

  test('strangers who use up the forms of a shared address do not stop devices that are known', async () => {
    const { person, visitor } = await service.join();
    const address = '192.0.2.200';
    const send = (): Promise<Reply> => service.visitor('amber.example', address).post(login.action, {});
    await Promise.all(Array.from({ length: 80 }, send));
    expect((await send()).status).toBe(429);
    const neighbour = service.visitor('amber.example', address);
    neighbour.cookies.set(DEVICE, visitor.cookies.get(DEVICE)!);
    expect((await neighbour.post(login.action, { ...person })).status).toBe(200);
  });

  test('registration and confirmation alone make the device known', async () => {
    const person = newPerson();
    const visitor = service.visitor();
    await visitor.post(registration.action, { ...person });
    expect(visitor.cookies.has(DEVICE)).toBe(false);
    await visitor.get(linkIn(await service.sink.mailTo(person.email)));
    await visitor.post(confirm.action, { password: person.password });
    expect(visitor.cookies.has(DEVICE)).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';

import { actions, passkeyActions, resources } from '../../src/contract/api-paths.ts';
import { AFTER_SIGN_IN, forms } from '../../src/contract/forms.ts';
import type { Account } from '../../src/contract/response-schemas.ts';
import { purgeBrand } from '../../src/service/retention/retention.ts';
import { wordsOf } from '../support/dist.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { databases, isSignedIn, newPerson, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const { newPassword, newAddress, address, login, restore, finish } = forms;
const words = wordsOf('en');
const OTHER = 'granite lantern orchard';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  /** Opens the link of the next mail to an address. */
  async function open(visitor: Visitor, email: string, kind: string): Promise<void> {
    const mail = await service.sink.mailTo(email);
    expect(mail.subject).toBe(words(`mail.${kind}.subject`));
    expect((await visitor.get(linkIn(mail))).status).toBe(303);
  }

  const accountOf = async (visitor: Visitor): Promise<Account> =>
    (await visitor.get(resources.account)).json() as Account;

  test('a new password requires the old password, ends all other sessions and keeps the current session', async () => {
    const { visitor, person } = await service.join();
    const { email, password } = person;
    const other = service.visitor();
    await other.post(login.action, { email, password });
    await service.sink.mailTo(email);
    await other.post(restore.action, { email });
    await other.get(linkIn(await service.sink.mailTo(email)));

    const wrong = await visitor.post(newPassword.action, { password: OTHER, newPassword: OTHER });
    expect([wrong.status, wrong.json()]).toEqual([422, { errors: { password: 'passwordWrong' } }]);
    const weak = await visitor.post(newPassword.action, { password, newPassword: 'password123456' });
    expect(weak.json()).toEqual({ errors: { newPassword: 'passwordGuessable' } });
    const same = await visitor.post(newPassword.action, { password, newPassword: password });
    expect([same.status, same.json()]).toEqual([422, { errors: { newPassword: 'passwordSame' } }]);
    expect(await isSignedIn(other)).toBe(true);

    const changed = await visitor.post(newPassword.action, { password, newPassword: OTHER });
    expect([changed.status, changed.json()]).toEqual([200, { next: '/auth/change#password-changed' }]);
    expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, false]);
    expect((await service.sink.mailTo(email)).subject).toBe(words('mail.changed.subject'));
    expect((await service.visitor().post(login.action, { email, password })).status).toBe(422);
    expect((await visitor.post(login.action, { email, password: OTHER })).status).toBe(200);
    // An earlier restoration link is no longer valid.
    expect((await other.post(finish.action, { password: 'another lantern orchard' })).json()).toEqual({
      errors: { form: 'link' },
    });
  });

  test('of several new passwords at once a single password is set, and a single session stays', async () => {
    const { visitor, person } = await service.join();
    const { email, password } = person;
    const twin = service.visitor();
    await twin.post(login.action, { email, password });
    const replies = await Promise.all(
      [visitor, twin].map((one, number) =>
        one.post(newPassword.action, { password, newPassword: `${OTHER} ${number}` }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await Promise.all([visitor, twin].map(isSignedIn))).toEqual(replies.map(({ status }) => status === 200));
  });

  test('an address changes once the old and the new address have agreed, in either order', async () => {
    for (const isOldFirst of [true, false]) {
      const { visitor, person } = await service.join();
      const { email: old, password } = person;
      const { email } = newPerson();
      const wrong = await visitor.post(newAddress.action, { email, password: OTHER });
      expect(wrong.json()).toEqual({ errors: { password: 'passwordWrong' } });
      expect((await visitor.post(newAddress.action, { email, password })).json()).toEqual({
        next: '/auth/change#address-requested',
      });
      expect(await accountOf(visitor)).toMatchObject({ email: old, newEmail: email });
      await visitor.post(restore.action, { email: old });

      const boxes = [
        { visitor: service.visitor(), box: old, kind: 'oldAddress' },
        { visitor: service.visitor(), box: email, kind: 'newAddress' },
      ];
      if (!isOldFirst) boxes.reverse();
      for (const [number, { visitor: reader, box, kind }] of boxes.entries()) {
        await open(reader, box, kind);
        expect(await accountOf(visitor)).toMatchObject({ email: old });
        // A repeated agreement counts once.
        for (let time = 0; time < 2 - number; time += 1) {
          const link = reader.cookies.get('__Host-address')!;
          expect((await reader.post(address.action, {})).status).toBe(200);
          reader.cookies.set('__Host-address', link);
        }
      }
      expect(await accountOf(visitor)).toMatchObject({ email });
      expect(await accountOf(visitor)).not.toHaveProperty('newEmail');
      expect((await boxes[0]!.visitor.post(address.action, {})).json()).toEqual({ errors: { form: 'link' } });
      expect((await service.visitor().post(login.action, { email: old, password })).status).toBe(422);
      expect((await service.visitor().post(login.action, { email, password })).status).toBe(200);
      // Links that were sent to the old address before are no longer valid.
      const late = service.visitor();
      await open(late, old, 'restore');
      expect((await late.post(finish.action, { password: OTHER })).json()).toEqual({ errors: { form: 'link' } });
    }
  });

  test('the own address is not a new address, and right passwords use up no limit', async () => {
    const { visitor, person } = await service.join();
    const { email, password } = person;
    for (let number = 0; number < 8; number += 1)
      expect((await visitor.post(passkeyActions.newOptions, { password })).status).toBe(200);
    expect((await visitor.post(newAddress.action, { email, password })).json()).toEqual({
      errors: { email: 'emailSame' },
    });
  });

  test('the answer does not tell whether the new address has an account; its owner is told by mail', async () => {
    const { person: owner } = await service.join();
    const { visitor, person } = await service.join();
    const { password } = person;
    const known = await visitor.post(newAddress.action, { email: owner.email, password });
    const unknown = await visitor.post(newAddress.action, { email: newPerson().email, password });
    expect([known.status, known.text, known.cookies]).toEqual([unknown.status, unknown.text, unknown.cookies]);
    expect((await service.sink.mailTo(owner.email)).subject).toBe(words('mail.known.subject'));
    await open(visitor, person.email, 'oldAddress');
    await open(visitor, person.email, 'oldAddress');
    await visitor.post(address.action, {});
    expect(await accountOf(visitor)).toMatchObject({ email: person.email });
  });

  test('of two accounts that want an address, a single account gets it', async () => {
    const { email } = newPerson();
    const movers = await Promise.all([1, 2].map(() => service.join()));
    const agreed = [];
    for (const { visitor, person } of movers) {
      await visitor.post(newAddress.action, { email, password: person.password });
      const [old, newer] = [service.visitor(), service.visitor()];
      await open(old, person.email, 'oldAddress');
      await open(newer, email, 'newAddress');
      await old.post(address.action, {});
      agreed.push(newer);
    }
    const replies = await Promise.all(agreed.map((reader) => reader.post(address.action, {})));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const emails = await Promise.all(movers.map(async ({ visitor }) => (await accountOf(visitor)).email));
    expect(emails.filter((one) => one === email)).toHaveLength(1);
  });

  test('a change is stopped from the old address, by a new password, and by a newer change', async () => {
    const { visitor, person } = await service.join();
    const { email: old } = person;
    let { password } = person;
    const reader = service.visitor();
    const stops = [
      async () => {
        const stopped = await reader.post(actions.stopAddress, {}, { Accept: 'text/html' });
        expect([stopped.status, stopped.headers.location]).toEqual([303, '/auth/restore#address-stopped']);
      },
      async () => {
        await visitor.post(newPassword.action, { password, newPassword: OTHER });
        password = OTHER;
      },
      () => visitor.post(newAddress.action, { email: newPerson().email, password }),
    ];
    for (const stop of stops) {
      const { email } = newPerson();
      await visitor.post(newAddress.action, { email, password });
      await open(reader, old, 'oldAddress');
      await stop();
      expect((await reader.post(address.action, {})).json()).toEqual({ errors: { form: 'link' } });
      const newer = service.visitor();
      await open(newer, email, 'newAddress');
      expect((await newer.post(address.action, {})).json()).toEqual({ errors: { form: 'link' } });
      if (stop === stops[1]) await service.sink.mailTo(old);
    }
  });

  test('a visitor who is not signed in changes nothing, and guesses of the password are limited', async () => {
    const { visitor, person } = await service.join();
    for (const { action, fields } of [
      { action: newPassword.action, fields: { newPassword: OTHER } },
      { action: newAddress.action, fields: { email: newPerson().email } },
    ]) {
      const stranger = await service.visitor().post(action, { ...fields, password: person.password });
      expect(stranger.status).toBe(401);
    }
    const guesses = [];
    for (let guess = 0; guess < 7; guess += 1)
      guesses.push((await visitor.post(newPassword.action, { password: `guess ${guess}`, newPassword: OTHER })).status);
    expect(guesses.slice(0, 6)).toEqual([422, 422, 422, 422, 422, 422]);
    expect(guesses[6]).toBe(429);
  });

  test('a sign-in from a new browser sends a mail without a network address; a sign-in from a known browser does not', async () => {
    const { visitor, person } = await service.join();
    const { email, password } = person;
    await visitor.post(actions.logout, {});
    await visitor.post(login.action, { email, password });
    const stranger = service.visitor();
    await stranger.post(login.action, { email, password: OTHER });
    await stranger.post(login.action, { email, password });
    const mail = await service.sink.mailTo(email);
    const [before, after] = words('mail.newDevice.text', {
      host: 'amber.example',
      device: 'Firefox, Linux',
      date: '|',
    }).split('|');
    expect(mail.subject).toBe(words('mail.newDevice.subject'));
    expect(mail.text).toContain(before);
    expect(mail.text).toContain(`UTC${after}`);
    expect(mail.text).toContain(`${new Date().getUTCFullYear()}`);
    expect(mail.text).not.toContain(stranger.address);
    await stranger.post(login.action, { email, password });
    // Mails leave in their order: an unwanted mail would arrive before the next mail.
    await visitor.post(newPassword.action, { password, newPassword: OTHER });
    expect((await service.sink.mailTo(email)).subject).toBe(words('mail.changed.subject'));
  });

  test('a nickname changes once in 30 days, and no other account gets the former nickname', async () => {
    const [{ visitor, person }, { visitor: other }] = [await service.join(), await service.join()];
    const change = async (from: typeof visitor, nickname: string): Promise<unknown> =>
      (await from.post(forms.newNickname.action, { nickname })).json();
    const refused = (code: string) => ({ errors: { nickname: code } });
    expect(await change(visitor, person.nickname)).toEqual(refused('nicknameSame'));
    expect(await change(visitor, 'Moderator')).toEqual(refused('nicknameReserved'));
    const { nickname: taken } = (await other.get(resources.account)).json() as Account;
    expect(await change(visitor, taken.toUpperCase())).toEqual(refused('nicknameTaken'));
    const nickname = `New ${person.nickname}`;
    expect(await change(visitor, nickname)).toEqual({ next: '/auth/change#nickname-changed' });
    const account = (await visitor.get(resources.account)).json() as Account;
    expect(account.nickname).toBe(nickname);
    const days = (Date.parse(account.nicknameFixedUntil!) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(await change(visitor, `Newer ${person.nickname}`)).toEqual(refused('nicknameRecent'));

    expect(await change(other, person.nickname)).toEqual(refused('nicknameTaken'));
    const newcomer = newPerson({ nickname: person.nickname });
    const waiting = await service.register(newcomer);
    const { password } = newcomer;
    expect((await waiting.post(forms.confirm.action, { password })).json()).toEqual(refused('nicknameTaken'));
    expect((await service.visitor().post(forms.newNickname.action, { nickname })).status).toBe(401);

    await visitor.post(forms.deletion.action, { password: person.password });
    expect((await waiting.post(forms.confirm.action, { password })).json()).toEqual(refused('nicknameTaken'));
    expect(await change(other, nickname)).toEqual(refused('nicknameTaken'));
    const { db } = service.brand('amber');
    const retired = await db.selectFrom('retiredNickname').selectAll().execute();
    expect(retired.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(retired).toLowerCase()).not.toMatch(/person|mail/);
    await db.updateTable('retiredNickname').set({ until: new Date() }).execute();
    expect((await waiting.post(forms.confirm.action, { password })).json()).toEqual({ next: AFTER_SIGN_IN });
    await purgeBrand(service.brand('amber'), 7);
    expect(await db.selectFrom('retiredNickname').selectAll().execute()).toEqual([]);
  });

  test('an account that changed its nickname by case alone is deleted, and the nickname stays reserved for 30 days', async () => {
    const { visitor, person } = await service.join();
    await visitor.post(forms.newNickname.action, { nickname: person.nickname.toUpperCase() });
    const { db } = service.brand('amber');
    const in29Days = new Date(Date.now() + 29 * 86_400_000);
    await db
      .updateTable('formerNickname')
      .set({ until: new Date(Date.now() + 60_000) })
      .execute();
    await db.deleteFrom('retiredNickname').execute();
    await visitor.post(forms.deletion.action, { password: person.password });
    const retired = await db.selectFrom('retiredNickname').select('until').execute();
    expect(retired.map(({ until }) => until > in29Days)).toEqual([true]);
  });
});

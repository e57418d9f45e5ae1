import { describe, expect, test } from 'vitest';

import { actions, resources } from '../../src/contract/api-paths.ts';
import { AFTER_SIGN_IN, forms } from '../../src/contract/forms.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { databases, isSignedIn, newPerson, testService } from '../support/service/test-service.ts';

const { registration, confirm, correctAddress, login, restore, finish, deletion } = forms;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  test('tokens that are made up, changed or used are refused', async () => {
    const person = newPerson();
    const visitor = await service.register(person);
    const token = visitor.cookies.get('__Host-confirm')!;
    const { password } = person;
    const madeUp = [
      '',
      'x',
      token.slice(1),
      `${token}x`,
      token.toLowerCase(),
      '%00',
      '%',
      "' or 1=1--",
      'A'.repeat(43),
    ];
    for (const forged of madeUp) {
      const stranger = service.visitor();
      stranger.cookies.set('__Host-confirm', forged).set('__Host-finish', forged);
      const confirmed = await stranger.post(confirm.action, { password });
      expect(confirmed.json(), forged).toEqual({ errors: { form: 'link' } });
      const finished = await stranger.post(finish.action, { password: 'granite lantern orchard' });
      expect(finished.json(), forged).toEqual({ errors: { form: 'link' } });
    }
    expect((await visitor.post(confirm.action, { password })).status).toBe(200);
    const again = service.visitor();
    again.cookies.set('__Host-confirm', token);
    expect((await again.post(confirm.action, { password })).json()).toEqual({ errors: { form: 'link' } });
    // The link of a form is not valid for the other form.
    await again.post(restore.action, { email: person.email });
    const reset = new URL(linkIn(await service.sink.mailTo(person.email)), 'https://x').searchParams.get('token')!;
    again.cookies.set('__Host-confirm', reset);
    expect((await again.post(confirm.action, { password })).json()).toEqual({ errors: { form: 'link' } });
  });

  test('a session that is made up, changed or ended is refused', async () => {
    const { visitor } = await service.join();
    const cookie = visitor.cookies.get('__Host-session')!;
    const [token, signature] = cookie.split('.') as [string, string];
    const forged = ['', 'x', token, `${token}.`, `${token}x.${signature}`, `${token}.${signature.slice(0, -6)}`];
    for (const value of [...forged, '%', '%00', `${cookie}%00`, 'x'.repeat(8000)]) {
      const stranger = service.visitor();
      stranger.cookies.set('__Host-session', value);
      expect((await stranger.get(resources.account)).status, value).toBe(401);
      expect((await stranger.post(deletion.action, { password: 'x' })).status).toBe(401);
      expect((await stranger.post(actions.endSession, { session: 'others' })).status).toBe(401);
    }
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('answers never hold the token of a session, a password or its hash', async () => {
    const { visitor, person } = await service.join();
    const replies = [
      await visitor.post(login.action, { ...person }),
      await visitor.get(resources.account),
      await visitor.get(resources.data),
      await visitor.post(actions.endSession, { session: 'others' }),
      await visitor.post(deletion.action, { password: 'not this one at all' }),
    ];
    const token = visitor.cookies.get('__Host-session')!.split('.')[0]!;
    for (const { text } of replies) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(person.password);
      expect(text).not.toContain('argon2');
    }
  });

  test('a scanner that opens a link in a mail, as often as it likes, uses nothing up', async () => {
    const person = newPerson();
    const visitor = await service.register(person);
    const link = `${confirm.action}?token=${visitor.cookies.get('__Host-confirm')!}`;
    for (const method of ['GET', 'HEAD', 'GET']) {
      const seen = await service.visitor().send(method, link);
      expect([seen.status, seen.headers['referrer-policy']], method).toEqual([303, 'no-referrer']);
    }
    const signedUp = await visitor.post(confirm.action, { password: person.password });
    expect(signedUp.status).toBe(200);
  });

  test('a stranger who registers with the address of a user gets no account and does not block the owner', async () => {
    const email = `victim-${database}@mail.example`.toLowerCase();
    const attack = newPerson({ email, password: 'attackers own thunder' });
    const attacker = service.visitor();
    await attacker.post(registration.action, { ...attack });
    const victim = service.visitor();
    await victim.get(linkIn(await service.sink.mailTo(email)));
    const guess = await victim.post(confirm.action, { password: 'what might it have been' });
    expect(guess.json()).toEqual({ errors: { password: 'passwordWrong' } });
    expect((await attacker.post(confirm.action, { password: attack.password })).status).toBe(422);
    const own = newPerson({ email });
    await service.register(own, victim);
    expect((await victim.post(confirm.action, { password: own.password })).status).toBe(200);
    for (const { password } of [attack])
      expect((await attacker.post(login.action, { email, password })).json()).toEqual({
        errors: { form: 'credentials' },
      });
    expect(await isSignedIn(victim)).toBe(true);
  });

  test('a stranger who registers an address after its owner does not replace the registration of the owner', async () => {
    const own = newPerson();
    const { email } = own;
    await service.visitor().post(registration.action, { ...own });
    await service.sink.mailTo(email);
    await service.visitor().post(registration.action, { ...newPerson({ email, password: 'attackers own thunder' }) });
    await service.sink.mailTo(email);
    const elsewhere = service.visitor();
    await elsewhere.post(correctAddress.action, { email });
    await elsewhere.get(linkIn(await service.sink.mailTo(email)));
    const guess = await elsewhere.post(confirm.action, { password: 'what might it have been' });
    expect(guess.json()).toEqual({ errors: { password: 'passwordWrong' } });
    expect((await elsewhere.post(confirm.action, { password: own.password })).json()).toEqual({ next: AFTER_SIGN_IN });
    expect((await elsewhere.get(resources.account)).json()).toMatchObject({ nickname: own.nickname });
  });

  test('requests by strangers do not prolong a registration', async () => {
    const { email, ...person } = newPerson();
    await service.visitor().post(registration.action, { email, ...person });
    await service.sink.mailTo(email);
    const { db } = service.brand('amber');
    const day = 86_400_000;
    const now = Date.now();
    const [createdAt, expiresAt] = [new Date(now - 6 * day), new Date(now + day)];
    await db.updateTable('registration').set({ createdAt, expiresAt }).where('email', '=', email).execute();
    await service.visitor().post(correctAddress.action, { email });
    await service.sink.mailTo(email);
    const rows = await db.selectFrom('registration').select('expiresAt').where('email', '=', email).execute();
    expect(rows).toEqual([{ expiresAt }, { expiresAt }]);
  });
});

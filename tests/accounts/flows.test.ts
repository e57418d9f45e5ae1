import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';

import { actions, resources } from '../../src/contract/api-paths.ts';
import { AFTER_SIGN_IN, forms } from '../../src/contract/forms.ts';
import type { Account } from '../../src/contract/response-schemas.ts';
import { wordsOf } from '../support/dist.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { databases, newPerson, testService } from '../support/service/test-service.ts';
import type { Reply } from '../support/service/visitor.ts';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  test('a visitor who registers and confirms with link and password is signed in', async () => {
    const person = newPerson();
    const visitor = service.visitor();
    const sent = await visitor.post(forms.registration.action, { ...person });
    expect([sent.status, sent.json()]).toEqual([200, { next: forms.confirm.action }]);
    const mail = await service.sink.mailTo(person.email);
    const opened = await visitor.get(linkIn(mail));
    expect([opened.status, opened.headers.location]).toEqual([303, forms.confirm.action]);
    const wrong = await visitor.post(forms.confirm.action, { password: 'not this one at all' });
    expect([wrong.status, wrong.json()]).toEqual([422, { errors: { password: 'passwordWrong' } }]);
    const confirmed = await visitor.post(forms.confirm.action, { password: person.password });
    expect([confirmed.status, confirmed.json()]).toEqual([200, { next: AFTER_SIGN_IN }]);
    const inAnotherTab = await visitor.post(forms.confirm.action, { password: person.password });
    expect([inAnotherTab.status, inAnotherTab.json()]).toEqual([200, { next: '/chat' }]);
    const account = (await visitor.get(resources.account)).json() as Account;
    expect(account).toMatchObject({ nickname: person.nickname, email: person.email });
    expect(account.sessions).toMatchObject([{ host: 'amber.example', device: 'Firefox, Linux', current: true }]);
  });

  test('after a registration the page says where the mail went, and sends it again, also to a corrected address', async () => {
    const [person, visitor] = [newPerson(), service.visitor()];
    expect(partsOf(await visitor.get(forms.confirm.action))).toEqual(['unsent', 'mail', 'address']);
    await visitor.post(forms.registration.action, { ...person });
    const first = await service.sink.mailTo(person.email);
    const page = await visitor.get(forms.confirm.action);
    expect(partsOf(page)).toEqual(['sent', 'mail', 'resend', 'address']);
    expect(textOf(page, 'sent')).toBe(wordsOf('en')('form.checkMail', { text: 'p…@mail.example' }));

    const again = await visitor.post(forms.resend.action, {}, { Accept: 'text/html' });
    expect([again.status, again.headers.location]).toEqual([303, `${forms.confirm.action}?sent=again`]);
    expect(partsOf(await visitor.get(again.headers.location!))).toContain('again');
    const second = await service.sink.mailTo(person.email);
    expect(linkIn(second)).not.toBe(linkIn(first));

    const { email } = newPerson();
    expect((await visitor.post(forms.correctAddress.action, { email })).status).toBe(200);
    await visitor.get(linkIn(await service.sink.mailTo(email)));
    expect(partsOf(await visitor.get(forms.confirm.action))).toEqual(['lead', 'link']);
    expect((await visitor.post(forms.confirm.action, { password: person.password })).json()).toEqual({
      next: AFTER_SIGN_IN,
    });
    expect((await visitor.get(resources.account)).json()).toMatchObject({ email, nickname: person.nickname });
    expect(partsOf(await visitor.get(forms.confirm.action))).toEqual(['unsent', 'mail', 'address']);
  });

  test('a mail is sent again on another device by its address, and to an address with an account another mail', async () => {
    const [waiting, { person: owner }] = [newPerson(), await service.join()];
    await service.visitor().post(forms.registration.action, { ...waiting });
    await service.sink.mailTo(waiting.email);
    const elsewhere = service.visitor();
    const empty = await elsewhere.post(forms.resend.action, {});
    expect([empty.status, empty.json()]).toEqual([200, { next: forms.confirm.action }]);
    for (const email of [owner.email, waiting.email])
      expect((await elsewhere.post(forms.correctAddress.action, { email })).status).toBe(200);
    expect((await service.sink.mailTo(owner.email)).subject).toBe(wordsOf('en')('mail.known.subject'));
    await elsewhere.get(linkIn(await service.sink.mailTo(waiting.email)));
    expect((await elsewhere.post(forms.confirm.action, { password: waiting.password })).status).toBe(200);
  });

  test('the password is asked for behind a valid link only', async () => {
    const [person, visitor] = [newPerson(), service.visitor()];
    await visitor.get(`${forms.confirm.action}?token=unknown`);
    const opened = await visitor.get(forms.confirm.action);
    expect(partsOf(opened)).toEqual(['unsent', 'invalid', 'mail', 'address']);
    const { password } = person;
    const refused = await visitor.post(forms.confirm.action, { password }, { Accept: 'text/html' });
    expect([refused.status, partsOf(refused)]).toEqual([422, ['unsent', 'invalid', 'mail', 'address']]);
    await service.register(person, visitor);
    const wrong = await visitor.post(
      forms.confirm.action,
      { password: 'not this one at all' },
      { Accept: 'text/html' },
    );
    expect([wrong.status, partsOf(wrong)]).toEqual([422, ['lead', 'link', 'password-error']]);
  });

  test('a visitor without the cookie of a language stays in the language of the page', async () => {
    const [email, visitor] = [newPerson().email, service.visitor()];
    const asPage = { Accept: 'text/html' };
    const fields = { ...newPerson({ email }), lang: 'de' };
    expect((await visitor.post(forms.registration.action, fields)).json()).toEqual({
      next: `${forms.confirm.action}?lang=de`,
    });
    const opened = await visitor.get(linkIn(await service.sink.mailTo(email)), asPage);
    expect([opened.status, opened.headers.location]).toEqual([303, `${forms.confirm.action}?lang=de`]);
    const refused = await visitor.post(forms.confirm.action, { password: 'not this one at all', lang: 'de' }, asPage);
    expect([refused.status, load(refused.text)('header a').attr('href')]).toEqual([422, '/?lang=de']);
    const signedOut = await service.visitor().get(`${resources.account}?lang=de`, asPage);
    expect([signedOut.status, signedOut.headers.location]).toEqual([303, '/login?lang=de']);
    expect([...visitor.cookies.keys()]).not.toContain('lang');
    const english = await service.visitor().get(resources.account, asPage);
    expect(english.headers.location).toBe('/login');
  });

  test('an address is the same in upper and lower case', async () => {
    const { person } = await service.join();
    const elsewhere = service.visitor();
    const { status } = await elsewhere.post(forms.login.action, {
      email: ` ${person.email.toUpperCase()} `,
      password: person.password,
    });
    expect(status).toBe(200);
  });

  test('a sign-in begins a session with a new token and ends the old session', async () => {
    const { visitor, person } = await service.join();
    const before = visitor.cookies.get('__Host-session')!;
    expect((await visitor.post(forms.login.action, { ...person })).status).toBe(200);
    const old = service.visitor();
    old.cookies.set('__Host-session', before);
    expect((await old.get(resources.account)).status).toBe(401);
    expect((await visitor.get(resources.account)).status).toBe(200);
  });

  test('a sign-out ends the session', async () => {
    const { visitor } = await service.join();
    const token = visitor.cookies.get('__Host-session')!;
    expect((await visitor.post(actions.logout, {})).json()).toEqual({ next: '/login#signed-out' });
    expect(visitor.cookies.has('__Host-session')).toBe(false);
    visitor.cookies.set('__Host-session', token);
    expect((await visitor.get(resources.account)).status).toBe(401);
  });

  test('sessions are listed, and ended singly or all others at once', async () => {
    const { visitor, person } = await service.join();
    const others = [service.visitor(), service.visitor('de.amber.example'), service.visitor()];
    for (const other of others) await other.post(forms.login.action, { ...person });
    const { sessions } = (await visitor.get(resources.account)).json() as Account;
    expect(sessions.map(({ host, current }) => [host, current]).toSorted()).toEqual([
      ['amber.example', false],
      ['amber.example', false],
      ['amber.example', true],
      ['de.amber.example', false],
    ]);
    const german = sessions.find(({ host }) => host === 'de.amber.example')!;
    await visitor.post(actions.endSession, { session: german.id });
    expect((await others[1]!.get(resources.account)).status).toBe(401);
    expect((await others[0]!.get(resources.account)).status).toBe(200);
    await visitor.post(actions.endSession, { session: 'others' });
    for (const other of others) expect((await other.get(resources.account)).status).toBe(401);
    expect((await visitor.get(resources.account)).status).toBe(200);
  });

  test('a user cannot end a session of another user', async () => {
    const [one, two] = await Promise.all([service.join(), service.join()]);
    const { sessions } = (await one.visitor.get(resources.account)).json() as Account;
    await two.visitor.post(actions.endSession, { session: sessions[0]!.id });
    expect((await one.visitor.get(resources.account)).status).toBe(200);
  });

  test('a new password comes by mail, works, and ends every session', async () => {
    const { visitor, person } = await service.join();
    const forgetful = service.visitor();
    const asked = await forgetful.post(forms.restore.action, { email: person.email });
    expect(asked.json()).toEqual({ next: '/auth/restore#link-sent' });
    await forgetful.get(linkIn(await service.sink.mailTo(person.email)));
    const weak = await forgetful.post(forms.finish.action, { password: 'password123456' });
    expect(weak.json()).toEqual({ errors: { password: 'passwordGuessable' } });
    const password = 'granite lantern orchard';
    expect((await forgetful.post(forms.finish.action, { password })).json()).toEqual({ next: '/login#restored' });
    expect((await visitor.get(resources.account)).status).toBe(401);
    expect((await service.sink.mailTo(person.email)).subject).toBe(wordsOf('en')('mail.changed.subject'));
    const old = await service.visitor().post(forms.login.action, { ...person });
    expect(old.json()).toEqual({ errors: { form: 'credentials' } });
    expect((await service.visitor().post(forms.login.action, { email: person.email, password })).status).toBe(200);
  });

  test('a visitor below 18 is refused, and nothing is stored or sent', async () => {
    const now = new Date();
    const tomorrow = new Date(Date.UTC(now.getUTCFullYear() - 18, now.getUTCMonth(), now.getUTCDate() + 1));
    const child = newPerson({ dateOfBirth: tomorrow.toISOString().slice(0, 10) });
    const visitor = service.visitor();
    expect((await visitor.post(forms.registration.action, { ...child })).json()).toEqual({
      errors: { form: 'underage' },
    });
    expect([...visitor.cookies.keys()]).toEqual(['__Host-age']);
    const { person } = await service.join();
    expect(service.sink.mails.map(({ to }) => to![0]!.address)).not.toContain(child.email);
    expect(person.email).not.toBe(child.email);
  });

  test('a browser in which a minor was refused accepts no other date for a day, and its network does', async () => {
    const year = new Date().getUTCFullYear();
    const visitor = service.visitor();
    await visitor.post(forms.registration.action, { ...newPerson({ dateOfBirth: `${year - 17}-01-01` }) });
    const refused = await visitor.post(forms.registration.action, { ...newPerson() });
    expect([refused.status, refused.json()]).toEqual([422, { errors: { form: 'underage' } }]);
    const [until, signature] = visitor.cookies.get('__Host-age')!.split('.');
    const neighbour = service.visitor('amber.example', visitor.address);
    for (const cookie of [
      '',
      `${until}.${signature!.replace(/^./, (first) => (first === '-' ? '_' : '-'))}`,
      `${Number(until) - 86_400_000}.${signature}`,
    ]) {
      neighbour.cookies.set('__Host-age', cookie);
      expect((await neighbour.post(forms.registration.action, { ...newPerson() })).status).toBe(200);
    }
  });

  test('a deleted account is gone, and its owner can register again with address and nickname', async () => {
    const { visitor, person } = await service.join();
    const wrong = await visitor.post(forms.deletion.action, { password: 'not this one at all' });
    expect(wrong.json()).toEqual({ errors: { password: 'passwordWrong' } });
    expect((await visitor.post(forms.deletion.action, { password: person.password })).json()).toEqual({
      next: '/login#deleted',
    });
    expect((await visitor.get(resources.account)).status).toBe(401);
    expect((await service.sink.mailTo(person.email)).subject).toBe(wordsOf('en')('mail.deleted.subject'));
    const again = await service.visitor().post(forms.login.action, { ...person });
    expect(again.json()).toEqual({ errors: { form: 'credentials' } });
    const { visitor: anew } = await service.join(person);
    expect(((await anew.get(resources.account)).json() as Account).nickname).toBe(person.nickname);
  });

  test('the download holds the stored data, and no secrets', async () => {
    const { visitor, person } = await service.join();
    const reply = await visitor.get(resources.data);
    expect(reply.headers['content-disposition']).toBe('attachment; filename="amber-account.json"');
    expect(reply.json()).toMatchObject({
      brand: 'Amber',
      account: { email: person.email, nickname: person.nickname },
      sessions: [{ host: 'amber.example', device: 'Firefox, Linux' }],
    });
    const token = visitor.cookies.get('__Host-session')!.split('.')[0]!;
    expect(reply.text).not.toContain(token);
    expect(reply.text).not.toMatch(/argon2|password/i);
    expect(reply.text).not.toContain(person.dateOfBirth);
  });

  test('a nickname that looks like another nickname is refused once the address is confirmed', async () => {
    await service.join({ nickname: `Boba ${process.pid}` });
    const copycat = newPerson({ nickname: `Вова${process.pid}` });
    const visitor = service.visitor();
    expect((await visitor.post(forms.registration.action, { ...copycat })).status).toBe(200);
    await visitor.get(linkIn(await service.sink.mailTo(copycat.email)));
    const { password } = copycat;
    expect((await visitor.post(forms.confirm.action, { password })).json()).toEqual({
      errors: { nickname: 'nicknameTaken' },
    });
    const nickname = `Somebody ${process.pid}`;
    expect((await visitor.post(forms.confirm.action, { password, nickname })).json()).toEqual({ next: AFTER_SIGN_IN });
  });

  test('an account belongs to a brand, and a session to a host', async () => {
    const { visitor, person } = await service.join();
    const onOnyx = service.visitor('onyx.example');
    const { email, password } = person;
    expect((await onOnyx.post(forms.login.action, { email, password })).status).toBe(422);
    const onOtherHost = service.visitor('de.amber.example');
    onOtherHost.cookies.set('__Host-session', visitor.cookies.get('__Host-session')!);
    expect((await onOtherHost.get(resources.account)).status).toBe(401);
    const { visitor: twin } = await service.join(person, 'onyx.example');
    expect((await twin.get(resources.account)).status).toBe(200);
  });
});

/** The visible parts of the page that confirms a registration. */
function partsOf({ text }: Reply): string[] {
  const $ = load(text);
  const ids = $('[id^=confirm-]:not([hidden], [hidden] *)').toArray();
  const parts = ids.map(({ attribs }) => attribs.id!.replace('confirm-', ''));
  return parts.filter((part) => /^(unsent|sent|lead|invalid|link|mail|again|resend|address|\w+-error)$/.test(part));
}

const textOf = ({ text }: Reply, part: string): string => load(text)(`#confirm-${part}`).text();

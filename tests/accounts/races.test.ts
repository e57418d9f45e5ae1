import { describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { wordsOf } from '../support/dist.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { databases, isSignedIn, newPerson, testService } from '../support/service/test-service.ts';

const { registration, confirm, login, restore, finish, deletion } = forms;

/** The sorted statuses of simultaneous requests. */
const statuses = (replies: { status: number }[]): number[] => replies.map(({ status }) => status).toSorted();

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  test('of eight confirmations of a link at once, a single confirmation makes the account', async () => {
    const person = newPerson();
    const visitor = await service.register(person);
    const twins = Array.from({ length: 8 }, () => {
      const twin = service.visitor();
      twin.cookies.set('__Host-confirm', visitor.cookies.get('__Host-confirm')!);
      return twin;
    });
    const replies = await Promise.all(twins.map((twin) => twin.post(confirm.action, { password: person.password })));
    expect(statuses(replies)).toEqual([200, ...Array.from({ length: 7 }, () => 422)]);
    for (const { status, json } of replies) if (status === 422) expect(json()).toEqual({ errors: { form: 'link' } });
    const signedIn = await Promise.all(twins.map(isSignedIn));
    expect(signedIn).toEqual(replies.map(({ status }) => status === 200));
  });

  test('of eight new passwords with a link at once, a single password is set', async () => {
    const { visitor, person } = await service.addUser();
    await visitor.post(restore.action, { email: person.email });
    await visitor.get(linkIn(await service.sink.mailTo(person.email)));
    const passwords = Array.from({ length: 8 }, (_, number) => `granite lantern orchard ${number}`);
    const replies = await Promise.all(
      passwords.map((password) => {
        const twin = service.visitor();
        twin.cookies.set('__Host-finish', visitor.cookies.get('__Host-finish')!);
        return twin.post(finish.action, { password });
      }),
    );
    expect(statuses(replies)).toEqual([200, ...Array.from({ length: 7 }, () => 422)]);
    const { email } = person;
    const tried = [];
    for (const password of passwords) tried.push(await service.visitor().post(login.action, { email, password }));
    expect(tried.map(({ status }) => status)).toEqual(replies.map(({ status }) => status));
  });

  test('no session stays for a password that is replaced in the same moment', async () => {
    const { visitor, person } = await service.addUser();
    const { email, password } = person;
    await visitor.post(restore.action, { email });
    await visitor.get(linkIn(await service.sink.mailTo(email)));
    const late = Array.from({ length: 6 }, () => service.visitor());
    const [changed] = await Promise.all([
      visitor.post(finish.action, { password: 'granite lantern orchard' }),
      ...late.map((one) => one.post(login.action, { email, password })),
    ]);
    expect(changed.status).toBe(200);
    expect(await Promise.all(late.map(isSignedIn))).toEqual(late.map(() => false));
  });

  test('several links of an address, used at once, make a single account or set a single password', async () => {
    const person = newPerson();
    const four = await Promise.all(Array.from({ length: 4 }, () => service.register(person)));
    const confirmed = await Promise.all(
      four.map((visitor) => visitor.post(confirm.action, { password: person.password })),
    );
    expect(statuses(confirmed)).toEqual([200, 422, 422, 422]);

    const { person: other } = await service.addUser();
    const three = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const visitor = service.visitor();
        expect((await visitor.post(restore.action, { email: other.email })).status).toBe(200);
        await visitor.get(linkIn(await service.sink.mailTo(other.email)));
        return visitor;
      }),
    );
    const set = await Promise.all(
      three.map((visitor) => visitor.post(finish.action, { password: 'granite lantern orchard' })),
    );
    expect(statuses(set)).toEqual([200, 422, 422]);
  });

  test('of eight registrations of an address from eight networks, a single registration becomes an account', async () => {
    const people = Array.from({ length: 8 }, () => newPerson({ email: 'wanted@mail.example' }));
    const visitors = people.map(() => service.visitor());
    const sent = await Promise.all(
      visitors.map((visitor, number) => visitor.post(registration.action, { ...people[number]! })),
    );
    // An address gets four mails, then none for a while; the answers do not show it.
    expect(statuses(sent)).toEqual(sent.map(() => 200));
    const links = [];
    for (let mails = 0; mails < 4; mails += 1) links.push(linkIn(await service.sink.mailTo('wanted@mail.example')));
    const owners = [];
    for (const link of links)
      for (const person of people) {
        const visitor = service.visitor();
        await visitor.get(link);
        const { status } = await visitor.post(confirm.action, { password: person.password, nickname: person.nickname });
        if (status === 200) owners.push(visitor);
        if (status === 200) break;
      }
    expect(owners).toHaveLength(1);
  });

  test('a form that is sent twice at once sends a single mail', async () => {
    const person = newPerson();
    const visitor = service.visitor();
    const twice = await Promise.all([1, 2].map(() => visitor.post(registration.action, { ...person })));
    expect(statuses(twice)).toEqual([200, 200]);
    await visitor.get(linkIn(await service.sink.mailTo(person.email)));
    expect((await visitor.post(confirm.action, { password: person.password })).status).toBe(200);
    await Promise.all([1, 2].map(() => visitor.post(restore.action, { email: person.email })));
    await service.sink.mailTo(person.email);
    const gone = await Promise.all([1, 2].map(() => visitor.post(deletion.action, { password: person.password })));
    expect(statuses(gone)[0]).toBe(200);
    expect((await service.sink.mailTo(person.email)).subject).toBe(wordsOf('en')('mail.deleted.subject'));
    // Mails leave in their order: a duplicate would arrive before the mail of this account.
    await service.addUser();
    const mails = service.sink.mails.filter(({ to }) => to![0]!.address === person.email);
    expect(mails).toHaveLength(3);
  });
});

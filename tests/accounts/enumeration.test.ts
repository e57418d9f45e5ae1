import { beforeAll, describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { databases, newPerson, type Person, formsWithAddress, testService } from '../support/service/test-service.ts';
import type { Reply } from '../support/service/visitor.ts';

const { registration, confirm } = forms;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const people: Person[] = [];
  beforeAll(async () => {
    for (const { person } of [await service.join(), await service.join(), await service.join()]) people.push(person);
  });

  test.each(formsWithAddress)('the answer to a %s does not depend on the address', async (what, action, fields) => {
    const { email } = people.at(what === 'restoration' ? -1 : -2)!;
    const form = { ...fields(email), nickname: 'Nobody Yet' };
    for (const Accept of ['application/json', 'text/html,application/xhtml+xml;q=0.9']) {
      const known = await service.visitor().post(action, form, { Accept });
      const unknown = await service.visitor().post(action, { ...form, email: newPerson().email }, { Accept });
      expect(factsOf(known)).toEqual(factsOf(unknown));
    }
  });

  test('names of the people who run the site and disposable addresses are refused, whether or not they are known', async () => {
    const mailbox = 'lena@mailinator.com';
    const { email } = people[0]!;
    for (const known of [email, newPerson().email]) {
      const named = newPerson({ email: known, nickname: 'Moderator' });
      const reply = await service.visitor().post(registration.action, { ...named });
      expect([reply.status, reply.json()]).toEqual([422, { errors: { nickname: 'nicknameReserved' } }]);
    }
    const refused = await service.visitor().post(registration.action, { ...newPerson({ email: mailbox }) });
    expect([refused.status, refused.json()]).toEqual([422, { errors: { email: 'emailDisposable' } }]);
    const waiting = await service.register(newPerson());
    const password = 'walnut bicycle thunder';
    const renamed = await waiting.post(confirm.action, { password, nickname: 'Admin 1' });
    expect([renamed.status, renamed.json()]).toEqual([422, { errors: { nickname: 'nicknameReserved' } }]);
  });

  test('a registration reports all its errors at once', async () => {
    const wrong = {
      email: 'lena@mailinator.com',
      nickname: 'Moderator',
      password: 'password123456',
      dateOfBirth: '1066-10-14',
    };
    const reply = await service.visitor().post(registration.action, { ...newPerson(wrong) });
    expect([reply.status, reply.json()]).toEqual([
      422,
      {
        errors: {
          email: 'emailDisposable',
          nickname: 'nicknameReserved',
          password: 'passwordGuessable',
          dateOfBirth: 'date',
        },
      },
    ]);
  });

  test('a registration does not tell whether a nickname is taken', async () => {
    const { nickname } = people[0]!;
    const taken = await service.visitor().post(registration.action, { ...newPerson({ nickname }) });
    const free = await service.visitor().post(registration.action, { ...newPerson() });
    expect(factsOf(taken)).toEqual(factsOf(free));
    expect(free.json()).toEqual({ next: confirm.action });
  });
});

/** The parts of an answer that can differ from another answer, without the address and the time. */
const factsOf = ({ status, headers, cookies, text }: Reply) => [
  status,
  Object.entries(headers).filter(([name]) => !['date', 'content-length', 'set-cookie'].includes(name)),
  // Encrypted, and as long as what the visitor typed.
  cookies.map((cookie) =>
    cookie
      .replace(/(?<=__Host-registration=)[\w-]+/, '…')
      // In hours: seconds pass between the two answers.
      .replace(/(?<=Max-Age=)\d+/, (seconds) => String(Math.ceil(Number(seconds) / 3600))),
  ),
  text.replaceAll(/person\d+@mail\.example/g, ''),
];

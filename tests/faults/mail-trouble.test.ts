import { createServer } from 'node:net';

import { afterEach, describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { databases, newPerson, type Person, testService } from '../support/service/test-service.ts';

const { registration } = forms;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  afterEach(() => {
    service.sink.mood = 'well';
  });

  /** Registers a number of people at once, each from a network of their own. */
  async function signUp(count: number): Promise<Person[]> {
    const people = Array.from({ length: count }, () => newPerson());
    const replies = await Promise.all(
      people.map((person) => service.visitor().post(registration.action, { ...person })),
    );
    expect(replies.map(({ status }) => status)).toEqual(people.map(() => 200));
    return people;
  }

  /** Each person gets a single mail. */
  async function expectOneEach(people: Person[]): Promise<void> {
    for (const { email } of people) await service.sink.mailTo(email);
    // Mails leave in their order: a duplicate would arrive before the mail of this account.
    await service.join();
    const addresses = service.sink.mails.map(({ to }) => to![0]!.address);
    for (const { email } of people) expect(addresses.filter((address) => address === email)).toEqual([email]);
  }

  const untilLogged = (text: string, times = 1): Promise<void> =>
    expect.poll(() => service.logged.filter((line) => line.includes(text)).length).toBeGreaterThanOrEqual(times);

  test('a slow mail server does not delay a form', async () => {
    service.sink.mood = 'slow';
    const before = service.sink.mails.length;
    const people = [...(await signUp(1)), ...(await signUp(4))];
    expect(service.sink.mails).toHaveLength(before);
    service.sink.mood = 'well';
    await expectOneEach(people);
  });

  test('a mail server that defers mails gets every mail again, a single time', async () => {
    service.logged.length = 0;
    service.sink.mood = 'busy';
    const people = await signUp(5);
    await untilLogged('"responseCode":451', 8);
    service.sink.mood = 'well';
    await expectOneEach(people);
  });

  test('a mail server that is down gets every mail when it is back', async () => {
    service.logged.length = 0;
    await service.sink.stop();
    const people = await signUp(20);
    await untilLogged('mail refused', 20);
    await service.sink.start();
    await expectOneEach(people);
  });

  test.each([
    ['lets nobody in', '554 No service for you\r\n'],
    ['speaks another language', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['hangs up', ''],
  ])('a mail server that %s for a while loses no mail', async (_, greeting) => {
    service.logged.length = 0;
    await service.sink.stop();
    const stranger = createServer((socket) => socket.on('error', () => undefined).end(greeting));
    await new Promise<void>((done) => stranger.listen(Number(new URL(service.sink.url).port), '127.0.0.1', done));
    const people = await signUp(2);
    await untilLogged('mail refused', 2);
    await new Promise((done) => stranger.close(done));
    await service.sink.start();
    await expectOneEach(people);
  });
});

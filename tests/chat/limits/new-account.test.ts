import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { firstDayLimits, firstHourLimits } from '../../../src/service/request/rate-limits.ts';
import { type TestUser, chatEntry } from '../../support/service/chat/chat-test-user.ts';
import { databases, testService } from '../../support/service/test-service.ts';

const room = 'en.lounge';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();

  /** A user whose account is a number of minutes old. */
  async function arrive(minutes: number): Promise<TestUser> {
    const { visitor, person } = await service.addUser();
    await service
      .brand('amber')
      .db.updateTable('user')
      .set({ createdAt: new Date(Date.now() - minutes * 60_000) })
      .where('email', '=', person.email)
      .execute();
    return enter(visitor, room);
  }

  /** Results of an action that is repeated. */
  async function outcomes(times: number, act: (time: number) => Promise<string | undefined>): Promise<unknown[]> {
    const found = [];
    for (let time = 0; time < times; time += 1) found.push(await act(time));
    return found;
  }

  const refusedAfter = (burst: number): unknown[] => [...Array.from({ length: burst }, () => undefined), 'newAccount'];

  test('an account has lower limits in its first hour, and is told why; then the usual limits apply', async () => {
    const [anna, old] = [await arrive(59), await arrive(61)];
    const write = (who: TestUser, more = '') =>
      who.refusal('send', { id: randomUUID(), room, text: `${randomUUID()} ${more}` });
    const seek = (who: TestUser) => who.refusal('seek', { lang: 'en', iAm: 'woman', lookFor: 'anyone' });

    const links = firstHourLimits.linkInMessage.burst;
    expect(await outcomes(links + 1, () => write(anna, 'www.site.example.com'))).toEqual(refusedAfter(links));
    const messages = firstHourLimits.message.burst - links - 1;
    expect(await outcomes(messages + 1, () => write(anna))).toEqual(refusedAfter(messages));
    expect(await outcomes(firstHourLimits.seek.burst + 1, () => seek(anna))).toEqual(
      refusedAfter(firstHourLimits.seek.burst),
    );
    const people = await Promise.all(Array.from({ length: firstHourLimits.converse.burst + 1 }, () => arrive(61)));
    const converse = (time: number) => anna.refusal('converse', { person: people[time]!.me.id });
    expect(await outcomes(people.length, converse)).toEqual(refusedAfter(firstHourLimits.converse.burst));

    const all = await outcomes(firstHourLimits.message.burst + 1, () => write(old));
    expect(all.filter((refusal) => refusal !== undefined)).toEqual([]);
  });

  test('in its first day an account opens few conversations, and sends no link in a first message', async () => {
    const [anna, boris, clara] = [await arrive(23 * 60), await arrive(25 * 60), await arrive(25 * 60)];
    const { room: toClara } = await anna.ask('converse', { person: clara.me.id });
    const link = (who: TestUser, where: string) =>
      who.refusal('send', { id: randomUUID(), room: where, text: 'www.site.example.com' });
    expect(await link(anna, toClara)).toBe('newAccount');
    await anna.say(toClara, 'Good evening');
    await clara.ask('accept', { room: toClara });
    expect(await link(anna, toClara)).toBeUndefined();
    expect(await link(boris, (await boris.ask('converse', { person: clara.me.id })).room)).toBeUndefined();

    const { burst } = firstDayLimits.converse;
    const people = await Promise.all(Array.from({ length: burst }, () => arrive(25 * 60)));
    const converse = (who: TestUser) => (time: number) => who.refusal('converse', { person: people[time]!.me.id });
    expect(await outcomes(burst, converse(anna))).toEqual(refusedAfter(burst - 1));
    expect(await outcomes(burst, converse(boris))).toEqual(people.map(() => undefined));
  });

  test('edits and messages share the limit of links', async () => {
    const anna = await arrive(1);
    const { seq } = await anna.say(room, 'Good evening');
    const edit = (time: number) => anna.refusal('edit', { room, seq, text: `www.site.example.com ${time}` });
    expect(await outcomes(firstHourLimits.linkInMessage.burst + 1, edit)).toEqual(
      refusedAfter(firstHourLimits.linkInMessage.burst),
    );
  });

  test('a stored message of the first hour is answered again, even if the limit is reached since', async () => {
    const anna = await arrive(1);
    const first = { id: randomUUID(), room, text: 'The first one' };
    const { seq } = await anna.ask('send', first);
    for (let time = 1; time < firstHourLimits.message.burst; time += 1) await anna.say(room, randomUUID());
    expect(await anna.refusal('send', { ...first, id: randomUUID() })).toBe('newAccount');
    expect(await anna.ask('send', first)).toMatchObject({ seq });
  });
});

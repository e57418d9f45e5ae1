import { randomUUID } from 'node:crypto';

import { Client } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { testWith } from '../../support/programs.ts';
import {
  areOpen,
  enterChat,
  type TestUser,
  chatEntry,
  openSocket,
  opening,
} from '../../support/service/chat/chat-test-user.ts';
import { countWaiting } from '../../support/service/chat/hold-statements.ts';
import { databases, newDatabase, startTestService, testService } from '../../support/service/test-service.ts';
import type { Visitor } from '../../support/service/visitor.ts';

const room = 'en.lounge';
const BAN_MS = 15 * 60_000;

/** Answers to several messages in a row. */
async function answersTo(count: number, say: (number: number) => Promise<string | undefined>): Promise<string[]> {
  const answers: string[] = [];
  for (let number = 0; number < count; number += 1) answers.push((await say(number)) ?? 'stored');
  return answers;
}

const countOf = (answers: string[], what: string): number => answers.filter((answer) => answer === what).length;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  const arrive = async (visitor?: Visitor): Promise<TestUser> =>
    enter(visitor ?? (await service.addUser()).visitor, room);
  const sending =
    (user: TestUser, textOf: (number: number) => string) =>
    (number: number): Promise<string | undefined> =>
      user.refusal('send', { room, id: randomUUID(), text: textOf(number) });
  let anna: TestUser;
  beforeAll(async () => {
    anna = await arrive();
  });

  test('twenty messages go through at once, then a message a second, and other users do not wait', async () => {
    const eve = await arrive();
    const at = Date.now();
    const answers = await answersTo(
      30,
      sending(eve, (number) => `Eve says ${number}`),
    );
    const seconds = Math.ceil((Date.now() - at) / 1000);
    expect(countOf(answers, 'stored')).toBeGreaterThanOrEqual(20);
    expect(countOf(answers, 'stored')).toBeLessThanOrEqual(20 + seconds);
    expect(countOf(answers, 'tooMany')).toBe(30 - countOf(answers, 'stored'));
    expect(await anna.refusal('send', { room, id: randomUUID(), text: 'Good evening' })).toBeUndefined();
    expect(anna.heard(room).filter((text) => text!.startsWith('Eve says'))).toHaveLength(countOf(answers, 'stored'));
  });

  test('a refused message is not stored and can be sent later, and a stored message keeps its answer', async () => {
    const eve = await arrive();
    const first = { room, id: randomUUID(), text: 'The first' };
    const sent = await eve.ask('send', first);
    const next = (): typeof first => ({ room, id: randomUUID(), text: randomUUID() });
    let late = next();
    while ((await eve.refusal('send', late)) !== 'tooMany') late = next();
    expect(await eve.ask('send', first)).toEqual(sent);
    const { messages } = await anna.ask('before', { room, seq: 1_000_000 });
    expect(messages.map(({ text }) => text)).not.toContain(late.text);
    await expect.poll(() => eve.refusal('send', late), { interval: 500 }).toBeUndefined();
    await expect.poll(() => anna.heard(room).filter((text) => text === late.text)).toEqual([late.text]);
  });

  test('three links go through in any notation, then only texts without links', async () => {
    const eve = await arrive();
    const links = ['https://evil.example', 'Look: hot.cam!', 'пример.рф', 'discord . gg', 'bit。ly'];
    expect(
      await answersTo(
        5,
        sending(eve, (number) => links[number]!),
      ),
    ).toEqual(['stored', 'stored', 'stored', 'tooMany', 'tooMany']);
    expect(
      await answersTo(
        1,
        sending(eve, () => 'And so on. Then what?'),
      ),
    ).toEqual(['stored']);
  });

  test('the same text goes through twice in a room, and then no more', async () => {
    const eve = await arrive();
    const again = sending(eve, () => 'Buy now');
    expect(await answersTo(4, again)).toEqual(['stored', 'stored', 'repeated', 'repeated']);
    expect(
      await answersTo(
        1,
        sending(eve, () => 'Buy later'),
      ),
    ).toEqual(['stored']);
    expect(await anna.refusal('send', { room, id: randomUUID(), text: 'Buy now' })).toBeUndefined();
  });

  test('a user who goes on is banned for fifteen minutes on every device, and told so', async () => {
    const { visitor } = await service.addUser();
    const [eve, eveToo] = [await arrive(visitor), await arrive(visitor)];
    const at = Date.now();
    const flood = Array.from({ length: 70 }, (_, number) => sending(eve, () => `Flood ${number}`)(number));
    void Promise.allSettled(flood);
    await expect.poll(() => areOpen(eve, eveToo, anna)).toEqual([false, false, true]);
    const refused = await opening(openSocket(visitor));
    expect(refused).toMatchObject({ error: 'banned' });
    const { until } = refused as { until: number };
    expect(until).toBeGreaterThanOrEqual(at + BAN_MS);
    expect(until).toBeLessThanOrEqual(Date.now() + BAN_MS);
    const { db } = service.brand('amber');
    const reopen = async () => {
      await db.updateTable('ban').set({ until: new Date() }).where('userId', '=', eve.me.id).execute();
      return opening(openSocket(visitor));
    };
    // Messages that were still being sent count as well.
    await expect.poll(reopen).toBe('open');
  });

  test('a user who sends many requests that no page sends is refused before they are read, and then banned', async () => {
    const { visitor } = await service.addUser();
    const eve = await arrive(visitor);
    const invalid = { room: ' ', id: randomUUID(), text: 'Good evening' };
    const answers = await answersTo(60, (number) => eve.refusal(number % 2 ? 'send' : ('unknown' as 'send'), invalid));
    expect(new Set(answers.slice(0, 20))).toEqual(new Set(['body']));
    expect(countOf(answers, 'tooMany')).toBeGreaterThan(0);
    void Promise.allSettled(Array.from({ length: 60 }, () => eve.refusal('send', invalid)));
    await expect.poll(() => areOpen(eve, anna)).toEqual([false, true]);
    expect(await opening(openSocket(visitor))).toMatchObject({ error: 'banned' });
  });
});

testWith('postgres')('a limit holds over two nodes, and a ban cuts the sockets on both', async () => {
  const nodes = { DATABASE_URL: await newDatabase(), AUTH_SECRET: 'the same on every node, and long enough' };
  const one = await startTestService('PostgreSQL', nodes);
  onTestFinished(one.close);
  const two = await startTestService('PostgreSQL', { ...nodes, MAIL_URL: one.sink.url });
  onTestFinished(two.close);
  const { visitor } = await one.addUser();
  const moved = two.visitor();
  for (const cookie of visitor.cookies) moved.cookies.set(...cookie);
  const eves = [await enterChat(visitor), await enterChat(moved)];
  await eves[0]!.ask('enter', { room });
  const at = Date.now();
  const say = (number: number): Promise<string | undefined> =>
    eves[number % 2]!.refusal('send', { room, id: randomUUID(), text: `Eve says ${number}` });
  const answers = await answersTo(30, say);
  expect(countOf(answers, 'stored')).toBeGreaterThanOrEqual(20);
  expect(countOf(answers, 'stored')).toBeLessThanOrEqual(20 + Math.ceil((Date.now() - at) / 1000));
  const flood = Array.from({ length: 60 }, (_, number) => say(number));
  void Promise.allSettled(flood);
  await expect.poll(() => areOpen(...eves)).toEqual([false, false]);
  expect(await opening(openSocket(moved))).toMatchObject({ error: 'banned' });
});

testWith('postgres')('a ban that waits for another transaction takes a single connection', async () => {
  const url = await newDatabase();
  const service = await startTestService('PostgreSQL', { DATABASE_URL: url, AUTH_SECRET: 'for tests '.repeat(4) });
  onTestFinished(service.close);
  const [eve, anna] = [
    await enterChat((await service.addUser()).visitor),
    await enterChat((await service.addUser()).visitor),
  ];
  const brand = service.brand('amber');
  const client = new Client(url);
  await client.connect();
  await client.query('begin');
  await client.query(`select from ${brand.schema}.user where id = $1 for update`, [eve.me.id]);
  void Promise.allSettled(Array.from({ length: 150 }, () => eve.refusal('unknown' as 'send', {} as never)));
  await expect.poll(() => countWaiting(brand)).toBe(1);
  for (let number = 0; number < 10; number += 1) await anna.lobby();
  expect(await countWaiting(brand)).toBe(1);
  await client.end();
  await expect.poll(() => areOpen(eve)).toEqual([false]);
});

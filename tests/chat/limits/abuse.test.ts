import { randomUUID } from 'node:crypto';

import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { NOTE_MAX } from '../../../src/contract/chat/chat-protocol.ts';
import {
  befriend,
  areOpen,
  enterChat,
  expectRefused,
  type TestUser,
  chatEntry,
  openSocket,
  opening,
} from '../../support/service/chat/chat-test-user.ts';
import { databases, testService } from '../../support/service/test-service.ts';

const room = 'en.lounge';
const report = { room, reason: 'spam', note: '', shown: [] };

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  /** Each test has an Eve of its own: a user who goes on after refusals is banned. */
  const arrive = async (...rooms: string[]): Promise<TestUser> => enter((await service.addUser()).visitor, ...rooms);
  let anna: TestUser;
  beforeAll(async () => {
    anna = await arrive(room);
  });
  afterEach(async () => {
    await anna.ask('heads', {});
  });
  const textsOf = async (user: TestUser, where = room): Promise<(string | null)[]> =>
    (await user.ask('before', { room: where, seq: 1_000_000 })).messages.map(({ text }) => text);

  test('a request cannot choose sender, time or position of a message', async () => {
    const eve = await arrive(room);
    const draft = { room, text: 'Forged', id: randomUUID() };
    const forged = { sender: anna.me, userId: anna.me.id, from: anna.me.id, name: 'Anna', seq: 1, position: 1, at: 0 };
    await expectRefused(eve, 'body', [
      ...Object.entries(forged).map(([name, value]): [string, unknown] => ['send', { ...draft, [name]: value }]),
      ['send', JSON.parse(`{ "room": "${room}", "text": "Forged", "__proto__": { "id": "${draft.id}" } }`)],
      ['lobby', anna.me],
      ['block', { person: eve.me.id, on: true, blocker: anna.me.id }],
    ]);
    expect(await textsOf(anna)).not.toContain('Forged');
  });

  test('no request reaches a room without its membership', async () => {
    const eve = await arrive();
    const boris = await arrive();
    const others = await befriend(anna, boris.me.id, service.brand('amber'));
    await anna.say(others, 'Between us');
    await anna.ask('enter', { room: 'en.music' });
    await anna.say('en.music', 'In public');
    for (const foreign of [others, 'en.music', 'en.unheard-of', randomUUID(), '__proto__']) {
      const of = { room: foreign, seq: 1 };
      await expectRefused(eve, 'gone', [
        ['send', { room: foreign, id: randomUUID(), text: 'Me too' }],
        ['send', { room: foreign, id: randomUUID(), text: 'Me too', replyTo: 1000 }],
        ['since', { room: foreign, position: 0 }],
        ['before', { ...of, seq: 10 }],
        ['leave', { room: foreign }],
        ['typing', { room: foreign }],
        ['react', { ...of, reaction: '👍', on: true }],
        ['edit', { ...of, text: 'Changed' }],
        ['delete', of],
        ['report', { ...report, room: foreign, person: anna.me.id, shown: [[1, 1]] }],
        ...(foreign === 'en.music' ? [] : [['enter', { room: foreign }] as [string, unknown]]),
      ]);
      // The answer does not depend on the room, and nothing happens.
      await eve.ask('read', of);
    }
    expect(await eve.ask('heads', {})).toEqual({});
    expect(await textsOf(boris, others)).toEqual(['Between us']);
    expect([eve.changes, eve.presence, anna.typing]).toEqual([[], [], []]);
  });

  test('messages of other users cannot be changed, and deleted messages stay deleted', async () => {
    const eve = await arrive(room);
    const { seq } = await anna.say(room, 'By Anna');
    await expectRefused(eve, 'gone', [
      ['edit', { room, seq, text: 'By Eve' }],
      ['delete', { room, seq }],
      ['edit', { room, seq: seq + 1000, text: 'By Eve' }],
      ['delete', { room, seq: seq + 1000 }],
    ]);
    expect(await textsOf(anna)).toContain('By Anna');
    await anna.ask('delete', { room, seq });
    await expectRefused(anna, 'gone', [
      ['edit', { room, seq, text: 'Back' }],
      ['react', { room, seq, reaction: '🔥', on: true }],
    ]);
  });

  test('a message id of another user can be used again', async () => {
    const eve = await arrive(room);
    const id = randomUUID();
    const { seq } = await anna.say(room, 'First', { id });
    expect((await eve.say(room, 'Second', { id })).seq).toBeGreaterThan(seq);
    expect((await textsOf(anna)).slice(-2)).toEqual(['First', 'Second']);
  });

  test('an id in two rooms at once, from two sockets, is a single message', async () => {
    const { visitor } = await service.addUser();
    const [one, two] = [await enter(visitor), await enter(visitor)];
    for (const entered of [room, 'en.travel']) await one.ask('enter', { room: entered });
    const draft = { id: randomUUID(), text: 'Here and there' };
    const answers = await Promise.all([
      one.refusal('send', { ...draft, room }),
      two.refusal('send', { ...draft, room: 'en.travel' }),
    ]);
    expect(answers.toSorted()).toEqual(['body', undefined]);
    const stored = [...(await textsOf(one)), ...(await textsOf(one, 'en.travel'))];
    expect(stored.filter((text) => text === draft.text)).toHaveLength(1);
  });

  test('a request about a missing message or user is refused or does nothing', async () => {
    const eve = await arrive(room);
    const { seq } = await eve.say(room, 'Something');
    const reply = { room, id: randomUUID(), text: 'Indeed' };
    const about = { ...report, person: anna.me.id };
    await expectRefused(eve, 'body', [
      ...[seq + 1, 0, -1, 1.5, 2 ** 60, '1', null].map((replyTo): [string, unknown] => ['send', { ...reply, replyTo }]),
      ...['', 'x', '👍👍', '💩', '__proto__', 1, null].map((reaction): [string, unknown] => [
        'react',
        { room, seq, reaction, on: true },
      ]),
      ...['block', 'mute'].map((list): [string, unknown] => [list, { person: eve.me.id, on: true }]),
      ['converse', { person: eve.me.id }],
      ['seek', { lang: 'en\0', iAm: 'man', lookFor: 'anyone' }],
      ['seek', { lang: 'en', iAm: 'admin', lookFor: 'anyone' }],
      ['report', { ...report, person: eve.me.id }],
      ['report', { ...about, note: 'x'.repeat(NOTE_MAX + 1) }],
      ['report', { ...about, shown: Array.from({ length: 201 }, () => [1, 1]) }],
    ]);
    const person = randomUUID();
    await expectRefused(eve, 'gone', [
      ['react', { room, seq: seq + 1000, reaction: '👍', on: true }],
      ['block', { person, on: true }],
      ['mute', { person, on: true }],
      ['converse', { person }],
      ['report', { ...report, person }],
    ]);
    await eve.say(room, 'Indeed', { replyTo: seq });
    await eve.ask('report', { ...about, reason: 'spam', note: 'a\0b\uD800', shown: [[seq + 1000, 1]] });
    await eve.ask('read', { room, seq: Number.MAX_SAFE_INTEGER });
    expect((await eve.ask('enter', { room })).read).toBeLessThan(seq);
  });

  test('a socket that floods the service is closed, and its user is banned', async () => {
    const { visitor } = await service.addUser();
    const eve = await enterChat(visitor);
    for (let number = 0; number < 500; number += 1) eve.socket.emit('lobby', {}, () => undefined);
    await expect.poll(() => areOpen(eve)).toEqual([false]);
    await expect.poll(() => opening(openSocket(visitor))).toMatchObject({ error: 'banned' });
  });
});

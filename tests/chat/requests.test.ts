import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, test } from 'vitest';

import { resources } from '../../src/contract/api-paths.ts';
import type { RequestName } from '../../src/contract/chat/chat-protocol.ts';
import { purgeBrand } from '../../src/service/retention/retention.ts';
import { anySearch, chatEntry, receiveAll, type TestUser } from '../support/service/chat/chat-test-user.ts';
import { databases, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const SECRET = 'Only for your eyes';
const DAY_MS = 86_400_000;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  let anna: TestUser;
  let boris: TestUser;
  let borisAtHome: Visitor;
  beforeEach(async () => {
    const [one, two] = await Promise.all([service.addUser(), service.addUser()]);
    borisAtHome = two.visitor;
    [anna, boris] = await Promise.all([enter(one.visitor), enter(borisAtHome)]);
  });
  const factsOf = async (user: TestUser, room: string) => (await user.lobby()).rooms.find(({ id }) => id === room);
  const write = (user: TestUser, room: string, text: string = randomUUID()) =>
    user.refusal('send', { room, id: randomUUID(), text });
  /** Moves a request of this room into the past. */
  const age = (room: string, times: { requestedAt?: Date; declinedAt?: Date }) =>
    service.brand('amber').db.updateTable('room').set(times).where('id', '=', room).execute();
  async function request(from = anna, to = boris): Promise<{ room: string; seq: number }> {
    const { room } = await from.ask('converse', { person: to.me.id });
    return { room, seq: (await from.say(room, SECRET)).seq };
  }

  test('a first message waits: the recipient learns its sender and nothing else, on any way', async () => {
    // Boris has opened the conversation before, so his socket hears the room.
    await boris.ask('converse', { person: anna.me.id });
    await boris.lobby();
    const lobbies = boris.lobbies;
    const { room, seq } = await request();
    await expect.poll(() => boris.lobbies).toBeGreaterThan(lobbies);
    const lobby = await boris.lobby();
    expect(lobby.requests).toEqual([{ room, from: anna.me }]);
    expect(lobby.rooms.find(({ id }) => id === room)).toBeUndefined();
    expect(await boris.ask('converse', { person: anna.me.id })).toEqual({ room });
    const refused: [RequestName, unknown][] = [
      ['enter', { room }],
      ['since', { room, position: 0 }],
      ['before', { room, seq: 10 }],
      ['people', { room }],
      ['typing', { room }],
      ['leave', { room }],
      ['react', { room, seq, reaction: '👍', on: true }],
      ['edit', { room, seq, text: 'Changed' }],
      ['delete', { room, seq }],
      ['call', { call: randomUUID(), device: boris.device, room, video: false }],
      ['report', { room, person: anna.me.id, reason: 'spam', note: '', shown: [[seq, seq]] }],
    ];
    for (const [name, body] of refused)
      expect([name, await boris.refusal(name, body)]).toEqual([name, name === 'call' ? 'noCalls' : 'gone']);
    await boris.ask('read', { room, seq });
    await boris.ask('received', { heads: { [room]: seq } });
    expect(await boris.ask('heads', {})).not.toHaveProperty([room]);
    expect(await write(anna, room)).toBe('waiting');
    expect(await anna.refusal('edit', { room, seq, text: `${SECRET}, edited` })).toBe('waiting');
    await anna.ask('typing', { room });
    await receiveAll(anna, boris);
    const { text: data } = await borisAtHome.get(resources.data);
    const { text: account } = await borisAtHome.get(`${resources.account}?lobby`);
    const all = JSON.stringify([boris.changes, await boris.lobby(), data, account]);
    expect(data).toContain(boris.me.name);
    expect(all).not.toContain(SECRET);
    expect(boris.changesOf(room)).toEqual([]);
    expect(boris.typing).toEqual([]);
    expect(anna.marks).toEqual([]);
    // Without a text, nothing asks for an answer.
    await anna.ask('delete', { room, seq });
    await receiveAll(anna, boris);
    expect(boris.changesOf(room)).toEqual([]);
    expect((await boris.lobby()).requests).toBeUndefined();
  });

  test('after acceptance both write, and presence begins once both have', async () => {
    const { room } = await request();
    expect(await factsOf(anna, room)).toMatchObject({ waiting: true, other: { online: null } });
    const lobbies = anna.lobbies;
    await boris.ask('accept', { room });
    await expect.poll(() => anna.lobbies).toBeGreaterThan(lobbies);
    expect(await factsOf(anna, room)).not.toHaveProperty('waiting');
    expect(await factsOf(boris, room)).toMatchObject({ unread: 1, last: { text: SECRET }, other: { online: null } });
    expect((await boris.lobby()).requests).toBeUndefined();
    expect((await boris.ask('enter', { room })).messages.map(({ text }) => text)).toEqual([SECRET]);
    await anna.say(room, 'Thank you');
    await expect.poll(() => boris.heard(room)).toEqual(['Thank you']);
    await boris.say(room, 'Hello');
    await expect.poll(async () => (await factsOf(anna, room))?.other?.online).toBe(true);
    expect(await boris.refusal('accept', { room })).toBe('gone');
  });

  test('to write to the sender is to accept', async () => {
    const { room } = await request();
    await boris.say(room, 'I wanted to write to you as well');
    expect(await factsOf(boris, room)).toMatchObject({ unread: 1 });
    expect(await write(anna, room)).toBeUndefined();
  });

  test('of two people who ask each other at once, both may write', async () => {
    const { room } = await anna.ask('converse', { person: boris.me.id });
    await boris.ask('converse', { person: anna.me.id });
    await Promise.all([anna.say(room, 'Hello'), boris.say(room, 'Hello')]);
    for (const user of [anna, boris]) expect(await factsOf(user, room)).toMatchObject({ head: 2 });
    for (const user of [anna, boris]) expect(await write(user, room)).toBeUndefined();
  });

  test('the sender does not learn of a decline, and cannot ask again for 30 days after it', async () => {
    const { room } = await request();
    const before = await factsOf(anna, room);
    await anna.lobby();
    const lobbies = anna.lobbies;
    await boris.ask('decline', { room });
    expect((await boris.lobby()).requests).toBeUndefined();
    expect(await write(anna, room)).toBe('waiting');
    expect(await factsOf(anna, room)).toEqual(before);
    expect(anna.lobbies).toBe(lobbies);
    await age(room, { requestedAt: new Date(Date.now() - 61 * DAY_MS) });
    expect(await write(anna, room)).toBe('waiting');
    await age(room, { declinedAt: new Date(Date.now() - 31 * DAY_MS) });
    expect(await write(anna, room)).toBeUndefined();
    expect((await boris.lobby()).requests).toEqual([{ room, from: anna.me }]);
  });

  test('a request that is not answered looks the same to its sender as a declined one', async () => {
    const { room } = await request();
    await age(room, { requestedAt: new Date(Date.now() - 59 * DAY_MS) });
    expect(await write(anna, room)).toBe('waiting');
    await age(room, { requestedAt: new Date(Date.now() - 61 * DAY_MS) });
    expect(await factsOf(anna, room)).not.toHaveProperty('waiting');
    expect(await write(anna, room)).toBeUndefined();
    expect(await write(anna, room)).toBe('waiting');
  });

  test('a declined request is listed again once the recipient opens the conversation', async () => {
    const { room } = await request();
    await boris.ask('decline', { room });
    expect(await boris.ask('converse', { person: anna.me.id })).toEqual({ room });
    expect((await boris.lobby()).requests).toEqual([{ room, from: anna.me }]);
    expect(await boris.refusal('enter', { room })).toBe('gone');
  });

  test('a request and its decline outlive the conversation, which its recipient can open without reading anything', async () => {
    const { room } = await request();
    await boris.ask('decline', { room });
    const { db } = service.brand('amber');
    const long = new Date(Date.now() - 8 * DAY_MS);
    await db.updateTable('message').set({ sentAt: long }).where('room', '=', room).execute();
    await db.updateTable('room').set({ activeAt: long }).where('id', '=', room).execute();
    await purgeBrand(service.brand('amber'), 7);
    expect(await db.selectFrom('room').select('id').where('id', '=', room).execute()).toEqual([]);
    const { room: again } = await anna.ask('converse', { person: boris.me.id });
    expect(await factsOf(anna, again)).toMatchObject({ waiting: true });
    expect(await write(anna, again)).toBe('waiting');
    expect(await boris.ask('converse', { person: anna.me.id })).toEqual({ room: again });
    expect(await boris.ask('enter', { room: again })).toMatchObject({ messages: [], people: [], online: 0 });
    expect(await write(anna, again)).toBe('waiting');
    for (const user of [boris, anna]) expect(await write(user, again)).toBeUndefined();
  });

  test('only the recipient answers a request', async () => {
    const { room } = await request();
    const clara = await enter((await service.addUser()).visitor);
    for (const user of [anna, clara])
      for (const name of ['accept', 'decline'] as const) expect(await user.refusal(name, { room })).toBe('gone');
    expect((await boris.lobby()).requests).toHaveLength(1);
  });

  test('a report of a request takes its text along, without showing it', async () => {
    const { room, seq } = await request();
    const about = { room, person: anna.me.id, reason: 'spam', note: '', shown: [], waiting: true };
    const clara = await enter((await service.addUser()).visitor);
    expect(await clara.refusal('report', about)).toBe('gone');
    expect(await boris.refusal('report', about)).toBeUndefined();
    const { db } = service.brand('amber');
    const stored = await db.selectFrom('report').selectAll().where('room', '=', room).execute();
    expect(stored).toMatchObject([{ isRequest: true, shown: [{ seq, text: SECRET, sender: anna.me.id }] }]);
    expect(await boris.refusal('enter', { room })).toBe('gone');
  });

  test('a block takes a request off the lobby', async () => {
    const { room } = await request();
    await boris.ask('block', { person: anna.me.id, on: true });
    expect((await boris.lobby()).requests).toBeUndefined();
    expect(await boris.refusal('accept', { room })).toBe('blocked');
  });

  test('partners who have both written need no request', async () => {
    for (const user of [anna, boris]) await user.ask('seek', anySearch);
    const partners = (await anna.lobby()).rooms.find(({ kind }) => kind === 'partner')!.id;
    await anna.say(partners, 'Hello');
    const { room } = await anna.ask('converse', { person: boris.me.id });
    await boris.say(partners, 'Hello');
    for (const text of ['Here', 'as well']) await anna.say(room, text);
    expect(await factsOf(boris, room)).toMatchObject({ unread: 2 });
  });

  test('“nobody new today” refuses new people for a day, and nobody else', async () => {
    const { room } = await request();
    await boris.ask('accept', { room });
    const clara = await enter((await service.addUser()).visitor);
    const { room: opened } = await clara.ask('converse', { person: boris.me.id });
    await boris.ask('notNow', { on: true });
    expect((await boris.lobby()).notNow).toBeCloseTo(Date.now() + DAY_MS, -5);
    expect(await write(clara, opened)).toBe('notNow');
    const dora = await enter((await service.addUser()).visitor);
    expect(await dora.refusal('converse', { person: boris.me.id })).toBe('notNow');
    expect(await write(anna, room)).toBeUndefined();
    await boris.say((await boris.ask('converse', { person: dora.me.id })).room, 'Hello');
    const { db } = service.brand('amber');
    await db.updateTable('user').set({ notNowUntil: new Date() }).where('id', '=', boris.me.id).execute();
    expect((await boris.lobby()).notNow).toBeUndefined();
    expect(await write(clara, opened)).toBeUndefined();
    await boris.ask('notNow', { on: true });
    await boris.ask('notNow', { on: false });
    expect((await boris.lobby()).notNow).toBeUndefined();
  });
});

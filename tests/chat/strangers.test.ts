import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';

import type { RoomFacts } from '../../src/contract/chat/chat-protocol.ts';
import { befriend, anySearch, enterChat, type TestUser, chatEntry } from '../support/service/chat/chat-test-user.ts';
import { databases, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

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
  const factsOf = async (user: TestUser, room: string): Promise<RoomFacts | undefined> =>
    (await user.lobby()).rooms.find(({ id }) => id === room);
  const onlineFor = async (user: TestUser, room: string) => (await factsOf(user, room))!.other!.online;
  /** The number of people online in each presence event of a room. */
  function presenceIn(user: TestUser, room: string): number[] {
    const all: number[] = [];
    user.socket.on('presence', ({ online }) => void (room in online && all.push(online[room]!)));
    return all;
  }

  /** Boris disconnects and returns, on a socket that has entered his rooms. */
  async function leaveAndReturn(): Promise<void> {
    boris.socket.disconnect();
    const connections = service.brand('amber').db.selectFrom('connection').select('id');
    await expect.poll(() => connections.where('userId', '=', boris.me.id).execute()).toEqual([]);
    boris = await enter(borisAtHome);
  }

  /** A typing event would arrive before a later message in a public room. */
  async function hearsTyping(typist: TestUser, listener: TestUser, room: string): Promise<boolean> {
    const lounge = 'en.lounge';
    for (const user of [typist, listener]) await user.ask('enter', { room: lounge });
    listener.typing.length = 0;
    await typist.ask('typing', { room });
    const text = randomUUID();
    await typist.say(lounge, text);
    await expect.poll(() => listener.heard(lounge)).toContain(text);
    return listener.typing.length > 0;
  }

  test('a user cannot learn the presence of a stranger by writing or looking', async () => {
    const room = await befriend(anna, boris.me.id, service.brand('amber'));
    const presence = presenceIn(anna, room);
    await anna.lobby();
    for (const texts of [[], ['Hello?', 'Are you there?']]) {
      for (const text of texts) await anna.say(room, text);
      await boris.ask('converse', { person: anna.me.id });
      expect([await onlineFor(anna, room), await onlineFor(boris, room)]).toEqual([null, null]);
      expect(await anna.ask('enter', { room })).toMatchObject({ people: [], online: 0 });
      expect(await anna.ask('people', { room })).toEqual({ people: [], online: 0 });
      await leaveAndReturn();
      await boris.ask('enter', { room });
      await boris.ask('read', { room, seq: 1 });
      expect(await hearsTyping(boris, anna, room)).toBe(false);
      expect(await hearsTyping(anna, boris, room)).toBe(false);
    }
    expect(presence).toEqual([]);
    const lobbies = anna.lobbies;
    await boris.say(room, 'Here I am');
    await expect.poll(() => anna.lobbies).toBeGreaterThan(lobbies);
    for (const user of [anna, boris]) await expect.poll(() => onlineFor(user, room)).toBe(true);
    // Any event can be lost, and one in a second is forwarded.
    await expect.poll(() => hearsTyping(boris, anna, room), { interval: 1000 }).toBe(true);
    boris.socket.disconnect();
    await expect.poll(() => presence.at(-1)).toBe(0);
    boris = await enter(borisAtHome);
    await expect.poll(() => presence.at(-1)).toBe(1);
  });

  test('a user who leaves a private conversation is absent there until they write again', async () => {
    const { room } = await anna.ask('converse', { person: boris.me.id });
    await anna.say(room, 'Hello');
    await boris.say(room, 'Hello, too');
    await expect.poll(() => onlineFor(anna, room)).toBe(true);
    const lobbies = anna.lobbies;
    await boris.ask('leave', { room });
    await expect.poll(() => anna.lobbies).toBeGreaterThan(lobbies);
    expect(await onlineFor(anna, room)).toBe(null);
    await anna.say(room, 'Where are you?');
    expect(await onlineFor(anna, room)).toBe(null);
    await boris.say(room, 'Here');
    await expect.poll(() => onlineFor(anna, room)).toBe(true);
  });

  test('a sender learns what has arrived and what was seen, once both have written', async () => {
    const room = await befriend(anna, boris.me.id, service.brand('amber'));
    await boris.ask('read', { room, seq: (await anna.say(room, 'Hello')).seq });
    expect((await factsOf(anna, room))!.marks).toBeUndefined();
    await boris.say(room, 'Hello, too');
    expect((await factsOf(anna, room))!.marks).toEqual({ delivered: 1, seen: 1 });
    for (const text of ['How', 'are', 'you?']) await anna.say(room, text);
    for (const head of [5, 5, 4, 99]) await boris.ask('received', { heads: { [room]: head, 'en.lounge': 1 } });
    await boris.ask('read', { room, seq: 4 });
    await expect
      .poll(() => anna.marks)
      .toEqual([
        { room, delivered: 5, seen: 1 },
        { room, delivered: 5, seen: 4 },
      ]);
    expect((await factsOf(anna, room))!.marks).toEqual({ delivered: 5, seen: 4 });
    expect((await factsOf(boris, room))!.marks).toEqual({ delivered: 0, seen: 0 });
    await anna.ask('block', { person: boris.me.id, on: true });
    await boris.ask('read', { room, seq: 5 });
    expect((await factsOf(anna, room))!.marks).toBeUndefined();
    expect(anna.marks).toHaveLength(2);
  });

  test('without seen marks neither user sees what was seen, and it stays hidden when they are back', async () => {
    const { room } = await anna.ask('converse', { person: boris.me.id });
    await anna.say(room, 'Hello');
    await boris.say(room, 'Hello, too');
    await boris.ask('showSeen', { on: false });
    await boris.ask('read', { room, seq: (await anna.say(room, 'Secret?')).seq });
    await anna.ask('read', { room, seq: 2 });
    await expect.poll(() => boris.marks).toEqual([{ room, delivered: 2 }]);
    const { seq } = await anna.say(room, 'Are you there?');
    // Neither sends an event, which would tell that Boris reads at this moment; only a receipt does.
    await boris.ask('read', { room, seq });
    expect((await factsOf(anna, room))!.marks).toEqual({ delivered: 0, seen: 0 });
    await boris.ask('received', { heads: { [room]: seq } });
    expect(await boris.lobby()).toMatchObject({ seenMarks: false });
    expect((await factsOf(boris, room))!.marks).toEqual({ delivered: 2 });
    await boris.ask('showSeen', { on: true });
    expect((await factsOf(boris, room))!.marks).toEqual({ delivered: 2, seen: 2 });
    expect((await factsOf(anna, room))!.marks).toEqual({ delivered: 4, seen: 0 });
    await boris.ask('read', { room, seq: (await anna.say(room, 'Now?')).seq });
    await expect
      .poll(() => anna.marks)
      .toEqual([
        { room, delivered: 4, seen: 0 },
        { room, delivered: 5, seen: 5 },
      ]);
  });
  async function meet(): Promise<string> {
    for (const user of [anna, boris]) await user.ask('seek', anySearch);
    const room = (await anna.lobby()).rooms.find(({ kind, ended }) => kind === 'partner' && !ended)!.id;
    await boris.lobby();
    return room;
  }

  test('a partner who was left learns nothing more, and cannot write before the other partner does', async () => {
    const room = await meet();
    await expect.poll(() => onlineFor(anna, room)).toBe(true);
    expect(await hearsTyping(anna, boris, room)).toBe(true);
    await boris.ask('leave', { room });
    expect(await factsOf(anna, room)).toMatchObject({ ended: true, other: { online: null } });
    expect(await anna.ask('people', { room })).toEqual({ people: [], online: 0 });
    expect(await hearsTyping(anna, boris, room)).toBe(false);
    expect(await anna.refusal('converse', { person: boris.me.id })).toBe('parted');
    const { room: alone } = await boris.ask('converse', { person: anna.me.id });
    expect(await factsOf(boris, alone)).toMatchObject({ ended: false });
    expect(await anna.refusal('converse', { person: boris.me.id })).toBe('parted');
    expect(await anna.refusal('send', { room: alone, id: randomUUID(), text: 'Why?' })).toBe('gone');
    await boris.say(alone, 'I had to go');
    expect(await anna.ask('converse', { person: boris.me.id })).toEqual({ room: alone });
    await anna.ask('accept', { room: alone });
    expect(await factsOf(anna, alone)).toMatchObject({ ended: false, other: { online: null } });
    await anna.say(alone, 'I see');
    await expect.poll(() => onlineFor(boris, alone)).toBe(true);
  });

  test('a private conversation with a partner ends with the partnership, unless both have written', async () => {
    const room = await meet();
    const { room: alone } = await anna.ask('converse', { person: boris.me.id });
    await anna.say(alone, 'Here as well');
    await boris.ask('leave', { room });
    expect(await anna.refusal('send', { room: alone, id: randomUUID(), text: 'Why?' })).toBe('gone');
    expect(await factsOf(anna, alone)).toMatchObject({ ended: true });
    const lobbies = anna.lobbies;
    await boris.say(alone, 'I had to go');
    await expect.poll(() => anna.lobbies).toBeGreaterThan(lobbies);
    expect(await factsOf(anna, alone)).toMatchObject({ ended: false });
    await expect.poll(() => onlineFor(anna, alone)).toBe(true);
  });

  test('a private conversation in which both partners have written goes on after the partnership', async () => {
    const room = await meet();
    const { room: alone } = await anna.ask('converse', { person: boris.me.id });
    for (const user of [anna, boris]) await user.say(alone, 'Here as well');
    await boris.ask('leave', { room });
    await anna.say(alone, 'See you');
  });

  test('people who already talk are not matched, and are again once they have stopped', async () => {
    const isMatched = async (): Promise<boolean> => {
      await service.brand('amber').db.deleteFrom('lastPartner').execute();
      for (const user of [anna, boris]) await user.ask('seek', anySearch);
      const { seeking } = await boris.lobby();
      for (const user of [anna, boris]) await user.ask('stopSeeking', {});
      return !seeking;
    };
    const { room: alone } = await anna.ask('converse', { person: boris.me.id });
    await anna.say(alone, 'Hello');
    const room = await meet();
    expect(await isMatched()).toBe(false);
    await boris.ask('leave', { room });
    for (const user of [boris, anna]) await user.say(alone, 'Hello again');
    expect(await isMatched()).toBe(false);
    await anna.ask('leave', { room: alone });
    expect(await isMatched()).toBe(true);
  });

  test('a common interest comes first, and without one the person who has waited longest', async () => {
    const clara = await enter((await service.addUser()).visitor);
    const partnerOf = async (user: TestUser) =>
      (await user.lobby()).rooms.find(({ kind, ended }) => kind === 'partner' && !ended);
    await anna.ask('seek', { ...anySearch, tags: ['Chess', 'Tea'] });
    await boris.ask('seek', { ...anySearch, lookFor: 'couple', tags: ['#music', 'https://hot.cam'] });
    await clara.ask('seek', { ...anySearch, iAm: 'couple', tags: ['Music', 'chess', 'tea'] });
    const search = { ...anySearch, iAm: 'couple' as const, tags: ['music', 'chess', 'tea'] };
    expect(await partnerOf(clara)).toMatchObject({
      other: { id: anna.me.id },
      wish: { iAm: 'other', lookFor: 'anyone', tags: ['chess', 'tea'] },
      search,
    });
    expect(await partnerOf(anna)).toMatchObject({ wish: { iAm: 'couple', lookFor: 'anyone', tags: search.tags } });
    await clara.ask('leave', { room: (await partnerOf(clara))!.id });
    expect((await anna.lobby()).rooms.find(({ kind }) => kind === 'partner')).not.toHaveProperty('wish');
    await clara.ask('seek', { ...search, tags: ['poetry'] });
    expect(await partnerOf(clara)).toMatchObject({
      other: { id: boris.me.id },
      wish: { tags: ['music', 'https hot cam'] },
    });
  });

  test('age groups match in both directions, and no partner learns one', async () => {
    const isWaiting = async (user: TestUser, more: object): Promise<boolean> => {
      await user.ask('seek', { ...anySearch, ...more });
      return (await user.lobby()).seeking;
    };
    expect(await isWaiting(anna, { age: 25, ages: [35, 45] })).toBe(true);
    expect(await isWaiting(boris, {})).toBe(true);
    expect(await isWaiting(boris, { age: 55 })).toBe(true);
    expect(await isWaiting(boris, { age: 35, ages: [18, 55] })).toBe(true);
    expect(await boris.refusal('seek', { ...anySearch, age: 17 })).toBe('body');
    expect(await isWaiting(boris, { age: 35, ages: [18, 25] })).toBe(false);
    const { rooms } = await boris.lobby();
    expect(rooms.find(({ kind }) => kind === 'partner')).toMatchObject({
      wish: { iAm: 'other', lookFor: 'anyone' },
      search: { age: 35, ages: [18, 25] },
    });
    expect(JSON.stringify(rooms.map(({ wish: theirs }) => theirs ?? {}))).not.toContain('age');
  });

  test('leaving a partner is atomic', async () => {
    const room = await meet();
    const { db, schema } = service.brand('amber');
    const run = (statement: string) => sql.raw(statement.replaceAll('SCHEMA', schema)).execute(db);
    await run(`
      create function SCHEMA.refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
    await run(`create trigger refuse before update on SCHEMA.room for each row when (new.kind = 'partner')
      execute function SCHEMA.refuse()`);
    expect(await boris.refusal('leave', { room })).toBe('server');
    await run('drop function SCHEMA.refuse cascade');
    expect(service.errors.splice(0)).toHaveLength(1);
    expect(await factsOf(boris, room)).toMatchObject({ ended: false });
    expect(await anna.refusal('converse', { person: boris.me.id })).toBeUndefined();
    await boris.ask('leave', { room });
    expect(await factsOf(anna, room)).toMatchObject({ ended: true });
    expect(await anna.refusal('converse', { person: boris.me.id })).toBe('parted');
  });

  test('two partners who left each other cannot write', async () => {
    for (const leaver of [anna, boris]) {
      await leaver.ask('leave', { room: await meet() });
      await service.brand('amber').db.deleteFrom('lastPartner').execute();
    }
    expect(await anna.refusal('converse', { person: boris.me.id })).toBe('parted');
    expect(await boris.refusal('converse', { person: anna.me.id })).toBe('parted');
  });

  test('leaving a conversation again sends no event', async () => {
    const room = await meet();
    await boris.ask('leave', { room });
    const there = await enterChat((await service.addUser()).visitor);
    await expect.poll(() => anna.lobbies).toBeGreaterThan(0);
    await anna.lobby();
    const lobbies = anna.lobbies;
    await boris.ask('leave', { room });
    there.socket.disconnect();
    await anna.lobby();
    expect(anna.lobbies).toBe(lobbies);
  });
});

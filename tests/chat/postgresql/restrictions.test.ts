import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { RequestName } from '../../../src/contract/chat/chat-protocol.ts';
import type { ServiceBrand } from '../../../src/service/brands/open-brands.ts';
import { testWith } from '../../support/programs.ts';
import { acquaint } from '../../support/service/calls/call-steps.ts';
import { anySearch, chatEntry, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import {
  databases,
  newDatabase,
  startTestService,
  type TestService,
  testService,
} from '../../support/service/test-service.ts';

const room = 'en.lounge';
const other = 'en.music';
const HOUR_MS = 3_600_000;

const write = (user: TestUser, where = room) =>
  user.refusal('send', { room: where, id: randomUUID(), text: randomUUID() });

/** Stores a decision with a mute or limit, as moderators do. */
async function restrict({ db, events }: ServiceBrand, person: string, kind: 'mute' | 'limit'): Promise<Date> {
  const until = new Date(Date.now() + HOUR_MS);
  const { id: decision } = await db
    .insertInto('decision')
    .values({ person, act: kind, facts: 'Spam', initiative: 'own', automated: false, until } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('restriction').values({ decision, userId: person, kind, until }).execute();
  events.emit('restricted', person);
  return until;
}

describe.each(databases)('on %s', (database) => {
  const service = testService(database, {
    TURN_URLS: 'turn:turn.example:3478',
    TURN_SECRET: 'only for tests, and long enough for them',
  });
  const enter = chatEntry();
  const arrive = async (): Promise<TestUser> => enter((await service.addUser()).visitor, room, other);
  const brand = () => service.brand('amber');
  const setMode = async (where: string, mode: { slowSeconds?: number; closed?: boolean; until?: Date }) => {
    await brand()
      .db.insertInto('roomMode')
      .values({ room: where, slowSeconds: 0, closed: false, ...mode })
      .execute();
    brand().events.emit('roomModesChanged');
  };
  let anna: TestUser;
  let boris: TestUser;
  beforeEach(async () => {
    await brand().db.deleteFrom('roomMode').execute();
    [anna, boris] = await Promise.all([arrive(), arrive()]);
  });

  test('a muted user sends, edits, reacts, calls and meets nobody, but deletes; it ends by itself', async () => {
    const conversation = await acquaint(anna, boris);
    const { seq } = await anna.say(room, 'Before');
    const calling = { call: randomUUID(), device: anna.device, room: conversation, video: false };
    await anna.ask('call', calling);
    const lobbies = anna.lobbies;
    const until = await restrict(brand(), anna.me.id, 'mute');
    await expect.poll(() => anna.lobbies).toBeGreaterThan(lobbies);
    // A call that lasts ends at once.
    await expect.poll(() => boris.calls.at(-1)?.is).toBe('over');
    expect((await anna.lobby()).restriction).toEqual({ kind: 'mute', until: until.getTime() });
    const refused: [RequestName, object][] = [
      ['send', { room, id: randomUUID(), text: 'After' }],
      ['send', { room: conversation, id: randomUUID(), text: 'After' }],
      ['edit', { room, seq, text: 'After' }],
      ['react', { room, seq, reaction: '👍', on: true }],
      ['call', { ...calling, call: randomUUID() }],
      ['seek', anySearch],
      ['converse', { person: boris.me.id }],
    ];
    for (const [name, body] of refused) expect([name, await anna.refusal(name, body)]).toEqual([name, 'muted']);
    let call = '';
    const callAndAnswer = async () => {
      call = randomUUID();
      await boris.ask('call', { ...calling, call, device: boris.device });
      return anna.refusal('answerCall', { call, device: anna.device });
    };
    // Every few seconds the service ends the calls of muted people, and this call may be among them.
    await expect.poll(callAndAnswer).toBe('muted');
    await boris.try('hangUp', { call, device: boris.device, failed: false });
    await anna.ask('delete', { room, seq });
    await brand().db.updateTable('restriction').set({ until: new Date() }).execute();
    expect(await write(anna)).toBeUndefined();
    expect(await anna.lobby()).not.toHaveProperty('restriction');
  });

  test('a limited user writes only where both have written', async () => {
    const conversation = await acquaint(anna, boris);
    const heard: string[] = [];
    boris.socket.on('typing', ({ room: where, person }) => {
      if (person.id === anna.me.id) heard.push(where);
    });
    const typeIn = async (...rooms: string[]): Promise<void> => {
      for (const where of rooms) {
        // The service forwards a typing event of an account once a second.
        await sleep(1100);
        await anna.ask('typing', { room: where });
      }
    };
    await typeIn(room, conversation);
    await restrict(brand(), anna.me.id, 'limit');
    await typeIn(room, conversation);
    await restrict(brand(), anna.me.id, 'mute');
    await typeIn(room, conversation);
    await brand().db.deleteFrom('restriction').execute();
    await typeIn(room);
    await setMode(other, { closed: true });
    await typeIn(other, room, conversation);
    const whileLimited = [conversation];
    await expect.poll(() => heard).toEqual([room, conversation, ...whileLimited, room, room, conversation]);
  });

  test('a restricted user who waits for a partner is not matched', async () => {
    await anna.ask('seek', anySearch);
    await restrict(brand(), anna.me.id, 'limit');
    await boris.ask('seek', anySearch);
    expect((await boris.lobby()).seeking).toBe(true);
    await boris.ask('stopSeeking', {});
  });

  test('a slow room takes a message or an edit of each person once in that time', async () => {
    await setMode(room, { slowSeconds: 30 });
    expect((await anna.lobby()).rooms.find(({ id }) => id === room)).toMatchObject({ mode: { slowSeconds: 30 } });
    const { seq } = await anna.say(room, 'The first');
    expect(await write(anna)).toBe('slow');
    expect(await write(boris)).toBeUndefined();
    expect(await write(anna, other)).toBeUndefined();
    const { db } = brand();
    const wait = () =>
      db
        .updateTable('message')
        .set({
          sentAt: sql<Date>`"sentAt" - interval '31 seconds'`,
          editedAt: sql<Date>`"editedAt" - interval '31 seconds'`,
        })
        .where('sender', '=', anna.me.id)
        .execute();
    await wait();
    expect(await write(anna)).toBeUndefined();
    // An edit counts as a message, and a deletion stays free.
    const edit = (text: string) => anna.refusal('edit', { room, seq, text });
    expect(await edit('The first, mended')).toBe('slow');
    await wait();
    const edits = await Promise.all(Array.from({ length: 5 }, (_, number) => edit(`Mended ${number}`)));
    expect(edits.toSorted()).toEqual([...Array<string>(4).fill('slow'), undefined]);
    const { text } = await db
      .selectFrom('message')
      .select('text')
      .where('room', '=', room)
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow();
    expect(await edit(text!)).toBeUndefined();
    expect(await write(anna)).toBe('slow');
    await anna.ask('react', { room, seq, reaction: '👍', on: true });
    await anna.ask('delete', { room, seq });
    await wait();
    expect(await write(anna)).toBeUndefined();
  });

  test('a closed room takes no message, edit or reaction, and opens again by itself', async () => {
    const { seq } = await anna.say(room, 'Before');
    const lobbies = anna.lobbies;
    const until = new Date(Date.now() + HOUR_MS);
    await setMode(room, { closed: true, until });
    await expect.poll(() => anna.lobbies).toBeGreaterThan(lobbies);
    const mode = { closed: true, until: until.getTime() };
    expect((await anna.lobby()).rooms.find(({ id }) => id === room)).toMatchObject({ mode });
    expect(await write(anna)).toBe('closed');
    expect(await anna.refusal('edit', { room, seq, text: 'After' })).toBe('closed');
    expect(await boris.refusal('react', { room, seq, reaction: '👍', on: true })).toBe('closed');
    expect(await write(anna, other)).toBeUndefined();
    await anna.ask('delete', { room, seq });
    await brand().db.updateTable('roomMode').set({ until: new Date() }).execute();
    expect(await write(anna)).toBeUndefined();
  });

  test('the crisis switch closes every public room and the partner search, and no conversation', async () => {
    const conversation = await acquaint(anna, boris);
    await setMode(room, { slowSeconds: 5 });
    await setMode('*', { closed: true });
    const { rooms } = await anna.lobby();
    for (const { id, kind, mode } of rooms)
      expect([id, mode]).toEqual([
        id,
        kind === 'public' ? { closed: true, ...(id === room && { slowSeconds: 5 }) } : undefined,
      ]);
    for (const where of [room, other]) expect(await write(anna, where)).toBe('closed');
    expect(await anna.refusal('seek', anySearch)).toBe('closed');
    expect(await write(anna, conversation)).toBeUndefined();
  });
});

describe('two nodes', () => {
  const testNodes = testWith('postgres');
  const enter = chatEntry();
  let [one, two]: TestService[] = [];
  beforeAll(async () => {
    if (testNodes === test.skip) return;
    const nodes = { DATABASE_URL: await newDatabase(), AUTH_SECRET: 'the same on every node, and long enough' };
    one = await startTestService('PostgreSQL', nodes);
    two = await startTestService('PostgreSQL', { ...nodes, MAIL_URL: one.sink.url });
  });
  afterAll(async () => {
    await two?.close();
    await one?.close();
  });

  testNodes('refuse at once in a room that the other node has closed, and read the lobbies again', async () => {
    const [anna, boris] = [
      await enter((await one!.addUser()).visitor, room),
      await enter((await two!.addUser()).visitor, room),
    ];
    const before = [anna.lobbies, boris.lobbies];
    await one!.brand('amber').db.insertInto('roomMode').values({ room, slowSeconds: 0, closed: true }).execute();
    expect(await write(boris)).toBe('closed');
    one!.brand('amber').events.emit('roomModesChanged');
    for (const [index, user] of [anna, boris].entries())
      await expect.poll(() => user.lobbies).toBeGreaterThan(before[index]!);
    expect((await boris.lobby()).rooms.find(({ id }) => id === room)).toMatchObject({ mode: { closed: true } });
  });

  testNodes('tell a restricted user on the other node', async () => {
    const boris = await enter((await two!.addUser()).visitor, other);
    const { lobbies } = boris;
    await restrict(one!.brand('amber'), boris.me.id, 'mute');
    await expect.poll(() => boris.lobbies).toBeGreaterThan(lobbies);
    expect(await write(boris, other)).toBe('muted');
  });
});

import { beforeAll, describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import {
  anySearch,
  enterChat,
  type TestUser,
  chatEntry,
  REQUEST_POLL,
} from '../support/service/chat/chat-test-user.ts';
import { databases, testService } from '../support/service/test-service.ts';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  let anna: TestUser;
  let boris: TestUser;
  let clara: TestUser;
  const enter = chatEntry();
  const arrive = async (): Promise<TestUser> => enter((await service.addUser()).visitor);
  beforeAll(async () => {
    [anna, boris, clara] = await Promise.all([arrive(), arrive(), arrive()]);
  });

  test('a deleted account leaves every room at once, and blocked users are not told', async () => {
    const { visitor, person } = await service.addUser();
    const dora = await enterChat(visitor);
    const room = 'en.lounge';
    for (const user of [anna, boris, clara, dora]) await user.ask('enter', { room });
    await clara.ask('block', { person: dora.me.id, on: true });
    clara.presence.length = 0;
    const conversation = await anna.ask('converse', { person: dora.me.id });
    await anna.say(conversation.room, 'Just us');
    const dorasId = dora.me.id;
    await expect.poll(() => boris.presence).toContainEqual({ id: dorasId, online: true });
    const lobbies = anna.lobbies;
    await visitor.post(forms.deletion.action, { password: person.password });
    await expect.poll(() => boris.presence).toContainEqual({ id: dorasId, online: false });
    await expect.poll(() => anna.lobbies).toBeGreaterThan(lobbies);
    expect((await anna.lobby()).rooms.map(({ id }) => id)).not.toContain(conversation.room);
    expect(clara.presence.map((one) => one.id)).not.toContain(dorasId);
    expect(dora.socket.connected).toBe(false);
    await clara.ask('block', { person: anna.me.id, on: false });
  });

  test('a user who leaves a room is not counted among its people', async () => {
    const room = 'de.lounge';
    const count = async () => (await anna.lobby()).rooms.find(({ id }) => id === room)!.online;
    for (const user of [anna, boris]) await user.ask('enter', { room });
    await expect.poll(count, REQUEST_POLL).toBe(2);
    await anna.ask('leave', { room });
    expect(await count()).toBe(1);
  });

  test('a conversation with a partner cannot be entered again after leaving', async () => {
    for (const user of [anna, boris]) await user.ask('seek', anySearch);
    const room = (await anna.lobby()).rooms.find(({ kind }) => kind === 'partner')!.id;
    await anna.say(room, 'Goodbye');
    await anna.ask('leave', { room });
    expect(await anna.refusal('enter', { room })).toBe('gone');
    expect((await boris.ask('enter', { room })).messages.map(({ text }) => text)).toEqual(['Goodbye']);
  });

  test('a blocked user is absent in the lobby, and their reactions do not count', async () => {
    const room = 'en.music';
    for (const user of [anna, boris, clara]) await user.ask('enter', { room });
    const { seq } = await clara.say(room, 'Who likes this?');
    for (const user of [anna, boris]) await user.ask('react', { room, seq, reaction: '🔥', on: true });
    const conversation = await anna.ask('converse', { person: boris.me.id });
    const seen = async (user: TestUser) => {
      const { other } = (await user.lobby()).rooms.find(({ id }) => id === conversation.room)!;
      const { messages } = await user.ask('before', { room, seq: seq + 1 });
      return [other!.online, messages.at(-1)!.reactions['🔥']];
    };
    for (const user of [anna, boris]) await user.say(conversation.room, 'Hello');
    expect([await seen(anna), await seen(boris)]).toEqual([
      [true, 2],
      [true, 2],
    ]);
    await anna.ask('block', { person: boris.me.id, on: true });
    expect([await seen(anna), await seen(boris)]).toEqual([
      [false, 1],
      [false, 1],
    ]);
    await anna.ask('block', { person: boris.me.id, on: false });
  });

  test('reactions of a blocked user do not arrive with any change of a message', async () => {
    const room = 'en.music';
    const dora = await arrive();
    for (const user of [anna, boris, clara, dora]) await user.ask('enter', { room });
    const { seq } = await clara.say(room, 'And who likes that?');
    await anna.ask('block', { person: boris.me.id, on: true });
    await anna.ask('block', { person: dora.me.id, on: true });
    for (const user of [boris, dora, anna]) await user.ask('react', { room, seq, reaction: '🔥', on: true });
    await dora.ask('react', { room, seq, reaction: '👍', on: true });
    await dora.ask('react', { room, seq, reaction: '🔥', on: false });
    await clara.ask('edit', { room, seq, text: 'And who likes this?' });
    await clara.say(room, 'That is all');
    const seen = async (user: TestUser) => {
      await expect.poll(() => user.heard(room)).toContain('That is all');
      const all = user.changesOf(room).flatMap(({ messages }) => messages.filter((one) => one.seq === seq));
      return all.map(({ reactions }) => reactions);
    };
    const [fire, thumb] = ['🔥', '👍'];
    expect(await seen(anna)).toEqual([{}, {}, {}, ...Array.from({ length: 4 }, () => ({ [fire]: 1 }))]);
    const both = { [fire]: 2, [thumb]: 1 };
    expect(await seen(clara)).toEqual([
      {},
      { [fire]: 1 },
      { [fire]: 2 },
      { [fire]: 3 },
      { ...both, [fire]: 3 },
      both,
      both,
    ]);
    expect((await seen(boris)).at(-1)).toEqual({ [fire]: 1, [thumb]: 1 });
    for (const { me } of [boris, dora]) await anna.ask('block', { person: me.id, on: false });
  });

  test('edits count towards the limit of links, too', async () => {
    const room = 'en.travel';
    const dora = await arrive();
    await dora.ask('enter', { room });
    const { seq } = await dora.say(room, 'Look');
    for (let time = 1; time <= 3; time += 1) await dora.ask('edit', { room, seq, text: `www.example.com/${time}` });
    expect(await dora.refusal('edit', { room, seq, text: 'www.example.com/4' })).toBe('tooMany');
    await dora.ask('edit', { room, seq, text: 'Nothing to see here' });
  });

  test('a node that was taken for dead stores its connections again', async () => {
    const room = 'en.evening';
    for (const user of [anna, boris]) await user.ask('enter', { room });
    const names = async () => (await anna.ask('people', { room })).people.map(({ name }) => name);
    await expect.poll(names, REQUEST_POLL).toEqual([boris.me.name]);
    const { db } = service.brand('amber');
    const stored = async () => {
      const rows = await db.selectFrom('connection').select('id').execute();
      return rows.map(({ id }) => id);
    };
    await db.deleteFrom('node').execute();
    await expect.poll(stored).toEqual(expect.arrayContaining([anna.socket.id, boris.socket.id]));
    await expect.poll(names, REQUEST_POLL).toEqual([boris.me.name]);
  });
});

import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { descriptions, resources } from '../../src/contract/api-paths.ts';
import { purgeBrand } from '../../src/service/retention/retention.ts';
import { chatEntry, receiveAll, type TestUser } from '../support/service/chat/chat-test-user.ts';
import { siteWithWords } from '../support/service/chat/site-with-words.ts';
import {
  decideAbout,
  decisionWith,
  ok,
  spamRule,
  statementsOf,
} from '../support/service/moderation/moderation-cases.ts';
import { addModerator, idOf } from '../support/service/moderation/moderator.ts';
import { databases, testService } from '../support/service/test-service.ts';

const room = 'en.lounge';
/** Rule and facts of a refusal. */
const reasons = { rule: spamRule.rule, facts: 'It offers what nobody asked for.' };
const TOKEN = 'only-for-tests-and-long-enough-for-them';

describe.each(databases)('on %s', (database) => {
  const service = testService(database, { METRICS_TOKEN: TOKEN }, siteWithWords);
  const enter = chatEntry();
  const brand = () => service.brand('amber');
  const arrive = async () => {
    const { visitor, person } = await service.addUser();
    return { visitor, person, user: await enter(visitor, room) };
  };
  const send = (user: TestUser, text: string, id: string = randomUUID()) => user.refusal('send', { room, id, text });
  /** Has a message of a new user held. */
  const holdMessage = async (text = 'A dubious offer') => {
    const sender = await arrive();
    const id = randomUUID();
    expect(await send(sender.user, text, id)).toBe('held');
    const moderator = await addModerator(service);
    const { messages } = await ok(moderator, 'heldMessages', {});
    const held = messages.find((message) => message.text === text)!;
    return { ...sender, id, text, moderator, held };
  };
  const decideAll = async () => {
    await brand().db.updateTable('heldMessage').set({ decidedAt: new Date(), released: false }).execute();
  };

  test('a held message is shown to nobody until a moderator releases it, once, in the name of its sender', async () => {
    const anna = (await arrive()).user;
    const { user, id, text, moderator, held } = await holdMessage('A D.u.b.i.o.u.s offer');
    expect(held).toMatchObject({ room, lang: 'en', text, words: ['dubious'] });
    const { heldAt } = await brand()
      .db.selectFrom('heldMessage')
      .select('heldAt')
      .where('id', '=', held.id)
      .executeTakeFirstOrThrow();
    expect(held.dueAt - heldAt.getTime()).toBe(86_400_000);
    expect(await send(user, text, id)).toBe('held');
    await receiveAll(anna, user);
    expect(anna.heard(room)).toEqual([]);
    await ok(moderator, 'releaseMessage', { id: held.id });
    await receiveAll(anna);
    expect(anna.changesOf(room).flatMap(({ messages }) => messages)).toMatchObject([{ id, text, sender: user.me }]);
    expect(await moderator.request('refuseMessage', { id: held.id, ...reasons })).toEqual({ error: 'decided' });
    expect(await send(user, text, id)).toBeUndefined();
    await receiveAll(anna);
    expect(anna.heard(room)).toEqual([text]);
    expect((await ok(moderator, 'heldMessages', {})).messages).toEqual([]);
  });

  test('a refused message stays away, and its sender reads the decision with its text', async () => {
    const { user, visitor, id, text, moderator, held } = await holdMessage();
    await ok(moderator, 'refuseMessage', { id: held.id, ...reasons });
    expect(await send(user, text, id)).toBe('words');
    await receiveAll(user);
    expect(user.heard(room)).toEqual([]);
    const [statement] = await statementsOf(visitor);
    expect(statement).toMatchObject({
      act: 'remove',
      room,
      removed: [text],
      facts: reasons.facts,
      initiative: 'own',
      automated: false,
    });
  });

  test('undoing a refusal sends the message in the name of its sender', async () => {
    const { user, visitor, id, text, moderator, held } = await holdMessage();
    await ok(moderator, 'refuseMessage', { id: held.id, ...reasons });
    const [statement] = await statementsOf(visitor);
    await ok(moderator, 'undo', { decision: statement!.id, note: 'A misunderstanding.' });
    await receiveAll(user);
    expect(user.heard(room)).toEqual([text]);
    expect(await send(user, text, id)).toBeUndefined();
    await receiveAll(user);
    expect(user.heard(room)).toEqual([text]);
  });

  test('a refusal is undone although a closed room takes no message: it waits again', async () => {
    const { visitor, text, moderator, held } = await holdMessage();
    await ok(moderator, 'refuseMessage', { id: held.id, ...reasons });
    await ok(moderator, 'setRoom', { room, slowSeconds: 0, closed: true, hours: null });
    const [statement] = await statementsOf(visitor);
    await ok(moderator, 'undo', { decision: statement!.id, note: 'A misunderstanding.' });
    await ok(moderator, 'setRoom', { room, slowSeconds: 0, closed: false, hours: null });
    expect((await statementsOf(visitor))[0]).toMatchObject({ undone: { note: 'A misunderstanding.' } });
    expect((await ok(moderator, 'heldMessages', {})).messages).toMatchObject([{ id: held.id, text }]);
    await decideAll();
  });

  test('the download of an account has its held messages', async () => {
    const { visitor, text, user } = await holdMessage();
    const data = (await visitor.get(resources.data)).json() as { chat: { heldMessages: object[] } };
    expect(data.chat.heldMessages).toEqual([
      {
        room: { kind: 'public', name: room },
        text,
        heldAt: expect.any(String) as string,
        released: null,
        decidedAt: null,
      },
    ]);
    await brand().db.deleteFrom('heldMessage').where('sender', '=', user.me.id).execute();
  });

  test('words of the other list are refused in rooms of all languages, and edits with words of any list', async () => {
    const { user } = await arrive();
    expect(await send(user, 'A FORBIDDEN-WORD here')).toBe('words');
    await user.ask('enter', { room: 'ru.lounge' });
    expect(await user.refusal('send', { room: 'ru.lounge', id: randomUUID(), text: 'forbidden word' })).toBe('words');
    expect(await user.refusal('send', { room: 'ru.lounge', id: randomUUID(), text: 'dubious' })).toBeUndefined();
    const { seq } = await user.say(room, 'Good evening');
    expect(await user.refusal('edit', { room, seq, text: 'A dubious evening' })).toBe('words');
    expect(await user.refusal('edit', { room, seq, text: 'A good evening' })).toBeUndefined();
  });

  test('private conversations are not searched', async () => {
    const [anna, ben] = [(await arrive()).user, (await arrive()).user];
    const conversation = await anna.ask('converse', { person: ben.me.id });
    expect(
      await anna.refusal('send', { ...conversation, id: randomUUID(), text: 'dubious, forbidden word' }),
    ).toBeUndefined();
  });

  test('a message of a sender who was banned meanwhile is not sent', async () => {
    const { user, person, moderator, held } = await holdMessage();
    await decideAbout(moderator, { name: person.nickname }, decisionWith({ act: 'ban', hours: 1 }));
    expect(await moderator.request('releaseMessage', { id: held.id })).toEqual({ error: 'gone' });
    expect(await moderator.request('releaseMessage', { id: held.id })).toEqual({ error: 'decided' });
    const stored = await brand().db.selectFrom('message').select('seq').where('sender', '=', user.me.id).execute();
    expect(stored).toEqual([]);
  });

  test('a message that a closed room does not take waits again', async () => {
    const { moderator, held, text, user } = await holdMessage();
    const close = (closed: boolean) => ok(moderator, 'setRoom', { room, slowSeconds: 0, closed, hours: null });
    await close(true);
    expect(await moderator.request('releaseMessage', { id: held.id })).toEqual({ error: 'tooMany' });
    await close(false);
    await ok(moderator, 'releaseMessage', { id: held.id });
    await receiveAll(user);
    expect(user.heard(room)).toEqual([text]);
  });

  test('a muted person has no message held', async () => {
    const { user, person } = await arrive();
    const moderator = await addModerator(service);
    await decideAbout(moderator, { name: person.nickname }, decisionWith({ act: 'mute', hours: 1 }));
    expect(await send(user, 'A dubious offer')).toBe('muted');
  });

  test('a held message is deleted with the account of its sender', async () => {
    const { user, moderator, held } = await holdMessage();
    await brand().db.deleteFrom('user').where('id', '=', user.me.id).execute();
    expect(await moderator.request('releaseMessage', { id: held.id })).toEqual({ error: 'gone' });
  });

  test('moderators do not decide about their own messages', async () => {
    const moderator = await addModerator(service);
    const user = await enter(moderator.visitor, room);
    expect(await send(user, 'My dubious words')).toBe('held');
    const row = await brand()
      .db.selectFrom('heldMessage')
      .select('id')
      .where('sender', '=', await idOf(brand(), moderator.person))
      .executeTakeFirstOrThrow();
    expect((await ok(moderator, 'heldMessages', {})).messages.map(({ id }) => id)).not.toContain(row.id);
    expect(await moderator.request('releaseMessage', row)).toEqual({ error: 'ownDecision' });
  });

  test('a released message lets no other text pass, nor the same text in another room', async () => {
    const { user, id, text, moderator, held } = await holdMessage();
    await ok(moderator, 'releaseMessage', { id: held.id });
    // As after the days of the history, which are fewer than those of the released message.
    await brand().db.deleteFrom('message').where('clientId', '=', id).execute();
    await user.ask('enter', { room: 'en.music' });
    expect(await send(user, 'A forbidden word', id)).toBe('body');
    expect(await user.refusal('send', { room: 'en.music', id, text })).toBe('body');
    expect(await send(user, text, id)).toBeUndefined();
  });

  test('five messages of a person can wait', async () => {
    const { user } = await arrive();
    for (let number = 1; number <= 5; number += 1) expect(await send(user, `Dubious ${number}`)).toBe('held');
    expect(await send(user, 'Dubious 6')).toBe('tooMany');
  });

  test('of many messages at the same time, five can wait', async () => {
    const { user } = await arrive();
    const refusals = await Promise.all(Array.from({ length: 9 }, (_, number) => send(user, `Dubious ${number}`)));
    expect(refusals.filter((refusal) => refusal === 'held').length).toBe(5);
    await decideAll();
  });

  test('metrics count overdue messages, and decided messages are deleted after 30 days', async () => {
    await decideAll();
    const { held } = await holdMessage();
    const overdue = async () => {
      const { text } = await service.visitor().get(descriptions.metrics, { Authorization: `Bearer ${TOKEN}` });
      return /^chat_held_messages_overdue (\d+)/m.exec(text)?.[1];
    };
    expect(await overdue()).toBe('0');
    const set = (values: object) =>
      brand().db.updateTable('heldMessage').set(values).where('id', '=', held.id).execute();
    await set({ dueAt: new Date(Date.now() - 1000) });
    expect(await overdue()).toBe('1');
    const exists = async () => {
      await purgeBrand(brand(), 7);
      return brand().db.selectFrom('heldMessage').select('id').where('id', '=', held.id).executeTakeFirst();
    };
    await set({ heldAt: new Date(0) });
    expect(await exists()).toBeDefined();
    await set({ decidedAt: new Date(Date.now() - 29 * 86_400_000) });
    expect(await exists()).toBeDefined();
    await set({ decidedAt: new Date(Date.now() - 31 * 86_400_000) });
    expect(await exists()).toBeUndefined();
  });
});

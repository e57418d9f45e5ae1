// Who hits and deletes: for some days the account can be reported, identified and banned, and nothing else shows it.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { purgeBrand } from '../../src/service/retention/retention.ts';
import { befriend, chatEntry, type TestUser } from '../support/service/chat/chat-test-user.ts';
import { dump } from '../support/service/dump-database.ts';
import { letTimePass } from '../support/service/let-time-pass.ts';
import { addFormCase, decisionWith, ok } from '../support/service/moderation/moderation-cases.ts';
import { addModerator, type TestModerator } from '../support/service/moderation/moderator.ts';
import { databases, type Person, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const room = 'en.lounge';
const DAYS = 7;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  const brand = () => service.brand('amber');
  type Arrived = TestUser & { visitor: Visitor; person: Person };
  async function arrive(): Promise<Arrived> {
    const { visitor, person } = await service.addUser();
    return Object.assign(await enter(visitor, room), { visitor, person });
  }
  async function leave({ visitor, person }: Arrived): Promise<void> {
    expect((await visitor.post(forms.deletion.action, { password: person.password })).status).toBe(200);
    await service.sink.mailTo(person.email);
  }
  const purge = () => purgeBrand(brand(), DAYS);
  const isBanned = async (email: string): Promise<boolean> =>
    (await brand()
      .db.selectFrom('ban')
      .innerJoin('user', 'user.id', 'ban.userId')
      .select('userId')
      .where('email', '=', email)
      .executeTakeFirst()) !== undefined;
  const reported = async (id: string, texts: string[]): Promise<void> => {
    const view = await ok(moderator, 'claim', { case: id });
    expect(view.account).toBeNull();
    expect(
      view.reports
        .flatMap(({ messages }) => messages)
        .filter(({ person }) => person === 1)
        .map(({ text }) => text),
    ).toEqual(texts);
  };
  const caseAbout = async (person: string): Promise<string> =>
    (
      await brand()
        .db.selectFrom('moderationCase')
        .select('id')
        .where('person', '=', person)
        .where('decidedAt', 'is', null)
        .executeTakeFirstOrThrow()
    ).id;
  let anna: Arrived;
  let moderator: TestModerator;
  beforeAll(async () => {
    anna = await arrive();
    moderator = await addModerator(service);
  });

  test.each(['at once', 'after the purge'])(
    '%s, a room and a conversation can be reported, and the mailbox is banned',
    async (when) => {
      const eve = await arrive();
      const conversation = await befriend(eve, anna.me.id, brand());
      const { seq: inRoom } = await eve.say(room, 'I will find you');
      const { seq } = await eve.say(conversation, 'I know where you live');
      await eve.ask('edit', { room: conversation, seq, text: 'Good evening' });
      await leave(eve);
      if (when !== 'at once') await purge();
      expect(await anna.refusal('enter', { room: conversation })).toBe('gone');
      const { messages } = await anna.ask('before', { room, seq: 1_000_000 });
      expect(messages.map(({ sender }) => sender.id)).not.toContain(eve.me.id);
      const facts = { person: eve.me.id, reason: 'threat' as const, note: '' };
      await anna.ask('report', { ...facts, room, shown: [[inRoom, inRoom]] });
      await anna.ask('report', { ...facts, room: conversation, shown: [[seq, seq]] });
      const id = await caseAbout(eve.me.id);
      await reported(id, ['I will find you', 'I know where you live']);
      expect(await ok(moderator, 'names', { case: id })).toEqual({
        names: expect.objectContaining({ 1: eve.person.nickname }),
      });
      await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'ban', hours: null }) });
      await service.join({ email: eve.person.email });
      expect(await isBanned(eve.person.email)).toBe(true);
    },
  );

  test('a message request can be reported', async () => {
    const eve = await arrive();
    const { room: request } = await eve.ask('converse', { person: anna.me.id });
    await eve.say(request, 'Send me pictures');
    await leave(eve);
    await anna.ask('report', {
      room: request,
      person: eve.me.id,
      reason: 'threat',
      note: '',
      shown: [],
      waiting: true,
    });
    await reported(await caseAbout(eve.me.id), ['Send me pictures']);
  });

  test('a stranger to a conversation cannot report it', async () => {
    const [eve, olga] = [await arrive(), await arrive()];
    const conversation = await befriend(eve, anna.me.id, brand());
    const { seq } = await eve.say(conversation, 'Just us');
    await leave(eve);
    const refused = await olga.refusal('report', {
      room: conversation,
      person: eve.me.id,
      reason: 'threat',
      note: '',
      shown: [[seq, seq]],
    });
    expect(refused).toBe('gone');
  });

  test.each([
    [
      'a former nickname',
      async (eve: Arrived) =>
        void (await eve.visitor.post(forms.newNickname.action, { nickname: `${eve.person.nickname} b` })),
    ],
    ['that of a deleted account', leave],
  ])('%s identifies the person of a form', async (_, vanish) => {
    const eve = await arrive();
    await vanish(eve);
    await purge();
    const form = await addFormCase(brand(), 'threat');
    const { case: id } = await ok(moderator, 'identify', { case: form, nickname: eve.person.nickname });
    expect(id).toBe(await caseAbout(eve.me.id));
    await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'ban', hours: null }) });
    if (vanish === leave) await service.join({ email: eve.person.email });
    expect(await isBanned(eve.person.email)).toBe(true);
  });

  test('an account that its mailbox has registered meanwhile is banned as well', async () => {
    const eve = await arrive();
    const { seq } = await eve.say(room, 'Pay me');
    await leave(eve);
    await service.join({ email: eve.person.email });
    await anna.ask('report', { room, person: eve.me.id, reason: 'threat', note: '', shown: [[seq, seq]] });
    await ok(moderator, 'decide', { case: await caseAbout(eve.me.id), ...decisionWith({ act: 'ban', hours: null }) });
    expect(await isBanned(eve.person.email)).toBe(true);
  });

  test('messages of a deleted account go at the age of all others', async () => {
    const eve = await arrive();
    const text = `Only for a week ${eve.me.id}`;
    await eve.say(room, text);
    await leave(eve);
    await purge();
    await letTimePass(brand(), DAYS - 1);
    await purge();
    expect(await dump(brand())).toContain(text);
    await letTimePass(brand(), 2);
    await purge();
    expect(await dump(brand())).not.toContain(text);
  });

  test.each(['blocked', 'talked to'])(
    'a moderator whom the person had %s has a part in the case after the deletion, too',
    async (how) => {
      const [eve, lead] = [await arrive(), await addModerator(service, 'lead')];
      const own = await enter(lead.visitor, room);
      if (how === 'blocked') await eve.ask('block', { person: own.me.id, on: true });
      else {
        const conversation = await befriend(eve, own.me.id, brand());
        await eve.say(conversation, 'Hello');
        await own.say(conversation, 'Hello');
      }
      const { seq } = await eve.say(room, 'Pay me');
      await leave(eve);
      await purge();
      await anna.ask('report', { room, person: eve.me.id, reason: 'threat', note: '', shown: [[seq, seq]] });
      expect(await lead.request('claim', { case: await caseAbout(eve.me.id) })).toEqual({ error: 'ownDecision' });
    },
  );

  test('after an undone dismissal the mailbox can be banned', async () => {
    const eve = await arrive();
    const { seq } = await eve.say(room, 'Pay me');
    await leave(eve);
    await anna.ask('report', { room, person: eve.me.id, reason: 'threat', note: '', shown: [[seq, seq]] });
    const id = await caseAbout(eve.me.id);
    const { decision } = await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '' });
    await ok(moderator, 'undo', { decision, note: 'A slip' });
    await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'ban', hours: null }) });
    await service.join({ email: eve.person.email });
    expect(await isBanned(eve.person.email)).toBe(true);
  });

  test('of two deleted accounts of a nickname, the later is meant', async () => {
    const eve = await arrive();
    await leave(eve);
    const { visitor, person } = await service.join({ email: eve.person.email, nickname: eve.person.nickname });
    const again = Object.assign(await enter(visitor, room), { visitor, person });
    await leave(again);
    const { case: id } = await ok(moderator, 'openCase', { nickname: eve.person.nickname });
    expect(id).toBe(await caseAbout(again.me.id));
  });

  test('after the term nothing is left', async () => {
    const eve = await arrive();
    const { seq } = await eve.say(room, 'A text that must not stay');
    await leave(eve);
    await brand()
      .db.updateTable('deletedUser')
      .set({ until: sql<Date>`now()` })
      .where('id', '=', eve.me.id)
      .execute();
    const refused = await anna.refusal('report', {
      room,
      person: eve.me.id,
      reason: 'threat',
      note: '',
      shown: [[seq, seq]],
    });
    expect(refused).toBe('gone');
    expect(await moderator.request('openCase', { nickname: eve.person.nickname })).toEqual({ error: 'nickname' });
    await purge();
    const rows = await dump(brand());
    for (const trace of [eve.me.id, eve.person.email, 'A text that must not stay']) expect(rows).not.toContain(trace);
  });
});

// A legal hold keeps the identity and the messages of a person until its term ends, whatever the person does. Only leads see it.
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
const HISTORY_DAYS = 7;
const HOLD_DAYS = 365;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  const brand = () => service.brand('amber');
  type Arrived = TestUser & { visitor: Visitor; person: Person };
  async function arrive(): Promise<Arrived> {
    const { visitor, person } = await service.addUser();
    return Object.assign(await enter(visitor, room), { visitor, person });
  }
  const purge = () => purgeBrand(brand(), HISTORY_DAYS);
  let lead: TestModerator;
  let anna: Arrived;
  beforeAll(async () => {
    lead = await addModerator(service, 'lead');
    anna = await arrive();
  });

  /** A held person who has written in a room and in private, under a case whose report has a single message. */
  async function holdPerson() {
    const [eve, olga] = [await arrive(), await arrive()];
    const conversation = await befriend(eve, olga.me.id, brand());
    const texts = {
      reported: `Threat by ${eve.me.id}`,
      room: `Others read ${eve.me.id}`,
      private: `Alone with ${eve.me.id}`,
    };
    const { seq } = await eve.say(room, texts.reported);
    await eve.say(room, texts.room);
    const { seq: own } = await eve.say(conversation, texts.private);
    await anna.ask('report', { room, person: eve.me.id, reason: 'minor', note: '', shown: [[seq, seq]] });
    const { db } = brand();
    const { id } = await db
      .selectFrom('moderationCase')
      .select('id')
      .where('person', '=', eve.me.id)
      .executeTakeFirstOrThrow();
    await ok(lead, 'claim', { case: id });
    await ok(lead, 'hold', { case: id, on: true, note: 'Reference 1' });
    return { eve, olga, id, texts, conversation, seq: own };
  }
  type Held = Awaited<ReturnType<typeof holdPerson>>;

  /** What a held person can do to vanish, or what others do to them. */
  const ways: Record<string, (held: Held) => Promise<unknown>> = {
    'deletes the account': ({ eve }) => eve.visitor.post(forms.deletion.action, { password: eve.person.password }),
    'is deleted by the operator': ({ eve }) => brand().db.deleteFrom('user').where('id', '=', eve.me.id).execute(),
    'changes the nickname': ({ eve }) =>
      eve.visitor.post(forms.newNickname.action, { nickname: `${eve.person.nickname} b` }),
    'gets another address': ({ eve }) =>
      brand()
        .db.updateTable('user')
        .set({ email: `new.${eve.person.email}` })
        .where('id', '=', eve.me.id)
        .execute(),
    'signs out': ({ eve }) => brand().db.deleteFrom('session').where('userId', '=', eve.me.id).execute(),
    'deletes a message': ({ eve, conversation, seq }) => eve.ask('delete', { room: conversation, seq }),
    'edits a message': ({ eve, conversation, seq }) =>
      eve.ask('edit', { room: conversation, seq, text: 'Good evening' }),
    'leaves the conversation': ({ eve, conversation }) => eve.ask('leave', { room: conversation }),
    'loses the partner to a deletion': ({ olga }) =>
      olga.visitor.post(forms.deletion.action, { password: olga.person.password }),
    'is warned': ({ id }) => ok(lead, 'decide', { case: id, ...decisionWith({ act: 'warn' }) }),
  };

  test.each(Object.entries(ways))('who %s stays known', async (_, vanish) => {
    const held = await holdPerson();
    const { eve, id, texts } = held;
    await vanish(held);
    await purge();
    await letTimePass(brand(), HOLD_DAYS - 10);
    await purge();
    const identity = await ok(lead, 'identity', { case: id });
    expect(identity).toMatchObject({
      emails: expect.arrayContaining([eve.person.email]),
      nicknames: expect.arrayContaining([eve.person.nickname]),
      signIns: [expect.objectContaining({ host: 'amber.example' })],
      accountSince: expect.any(Number),
    });
    const rows = await dump(brand());
    for (const text of Object.values(texts)) expect(rows).toContain(text);
    await letTimePass(brand(), 11);
    await purge();
    await letTimePass(brand(), HOLD_DAYS);
    await purge();
    const later = await dump(brand());
    for (const text of [texts.room, texts.private]) expect(later).not.toContain(text);
  });

  test('a person who is deleted before the hold is known by address and nickname', async () => {
    const eve = await arrive();
    const { seq } = await eve.say(room, 'Send me pictures');
    await eve.visitor.post(forms.deletion.action, { password: eve.person.password });
    await purge();
    await anna.ask('report', { room, person: eve.me.id, reason: 'minor', note: '', shown: [[seq, seq]] });
    const { id } = await brand()
      .db.selectFrom('moderationCase')
      .select('id')
      .where('person', '=', eve.me.id)
      .executeTakeFirstOrThrow();
    await ok(lead, 'hold', { case: id, on: true, note: 'Reference 2' });
    await letTimePass(brand(), HOLD_DAYS - 10);
    await purge();
    expect(await ok(lead, 'identity', { case: id })).toMatchObject({
      emails: [eve.person.email],
      nicknames: [eve.person.nickname],
      deletedAt: expect.any(Number),
      messages: 1,
    });
  });

  test('the room shows nothing of it, and a moderator does not see who it is', async () => {
    const { eve, id, texts } = await holdPerson();
    await letTimePass(brand(), HISTORY_DAYS + 1);
    await purge();
    const { messages } = await anna.ask('before', { room, seq: 1_000_000 });
    expect(JSON.stringify(messages)).not.toContain(texts.reported);
    const download = (await eve.visitor.get('/api/account/data')).text;
    expect(download).not.toContain(texts.room);
    await ok(lead, 'release', { case: id });
    expect(await (await addModerator(service)).request('identity', { case: id })).toEqual({ error: 'lead' });
  });

  test('the accounts that the mailbox registers later are held as well, also after the decision', async () => {
    const { eve, id } = await holdPerson();
    await eve.visitor.post(forms.deletion.action, { password: eve.person.password });
    await service.sink.mailTo(eve.person.email);
    await ok(lead, 'decide', { case: id, ...decisionWith({ act: 'dismiss', facts: '' }) });
    const { visitor, person } = await service.join({ email: eve.person.email });
    const again = await enter(visitor, room);
    await again.say(room, `Here again ${again.me.id}`);
    await visitor.post(forms.deletion.action, { password: person.password });
    await purge();
    await letTimePass(brand(), HOLD_DAYS - 10);
    await purge();
    const { nicknames } = await ok(lead, 'identity', { case: id });
    expect(nicknames).toEqual(expect.arrayContaining([eve.person.nickname, person.nickname]));
    expect(await dump(brand())).toContain(`Here again ${again.me.id}`);
  });

  test('of two holds that meet in a case, the later end counts, and both notes stay', async () => {
    const { eve, id } = await holdPerson();
    await letTimePass(brand(), HOLD_DAYS - 10);
    const form = await addFormCase(brand(), 'threat');
    await ok(lead, 'hold', { case: form, on: true, note: 'Reference 3' });
    expect(await ok(lead, 'identify', { case: form, nickname: eve.person.nickname })).toEqual({ case: id });
    await letTimePass(brand(), 20);
    await purge();
    const { hold } = await ok(lead, 'claim', { case: id });
    expect(hold?.note).toBe('Reference 1 · Reference 3');
  });

  test('who has a part in a decided case neither learns who it is, nor ends its hold', async () => {
    const { eve, id } = await holdPerson();
    await ok(lead, 'decide', { case: id, ...decisionWith({ act: 'warn' }) });
    const other = await addModerator(service, 'lead');
    await brand().db.insertInto('block').values({ blocker: eve.me.id, blocked: other.id }).execute();
    expect(await other.request('identity', { case: id })).toEqual({ error: 'ownDecision' });
    expect(await other.request('hold', { case: id, on: false, note: 'Over' })).toEqual({ error: 'ownDecision' });
  });

  test('a report copies no text that only a hold keeps', async () => {
    const { eve, conversation } = await holdPerson();
    const { seq } = await eve.say(room, `Long ago ${eve.me.id}`);
    await letTimePass(brand(), HISTORY_DAYS + 1);
    await purge();
    const stranger = await arrive();
    await stranger.ask('report', { room, person: eve.me.id, reason: 'other', note: '', shown: [[seq, seq]] });
    const { db } = brand();
    const { shown } = await db
      .selectFrom('report')
      .select('shown')
      .where('reporter', '=', stranger.me.id)
      .executeTakeFirstOrThrow();
    expect(shown).toEqual([]);
    expect(
      await stranger.refusal('report', {
        room: conversation,
        person: eve.me.id,
        reason: 'other',
        note: '',
        shown: [[1, 1]],
      }),
    ).toBe('gone');
  });

  test('a lead has the term begin again, and a moderator cannot', async () => {
    const { id } = await holdPerson();
    await letTimePass(brand(), HOLD_DAYS - 10);
    await ok(lead, 'hold', { case: id, on: true, note: 'Reference 1 again' });
    await ok(lead, 'release', { case: id });
    const again = await (await addModerator(service)).request('hold', { case: id, on: true, note: 'Reference 1' });
    expect(again).toEqual({ error: 'onHold' });
    await letTimePass(brand(), 20);
    await purge();
    const { hold } = await ok(lead, 'claim', { case: id });
    expect(hold?.note).toBe('Reference 1 · Reference 1 again');
    await letTimePass(brand(), HOLD_DAYS);
    await purge();
    expect((await ok(lead, 'claim', { case: id })).hold).toBeNull();
    const ended = (await ok(lead, 'log', {})).entries.find(({ moderator }) => moderator === 'service');
    expect(JSON.parse(ended!.subject)).toEqual({ case: expect.any(String), on: false });
  });

  test('without a hold it is not told', async () => {
    const { id } = await holdPerson();
    await ok(lead, 'hold', { case: id, on: false, note: 'Over' });
    expect(await lead.request('identity', { case: id })).toEqual({ error: 'gone' });
    await purge();
    const { db } = brand();
    const { person } = await db
      .selectFrom('moderationCase')
      .select('person')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await db.selectFrom('heldFact').select('kind').where('person', '=', person!).execute()).toEqual([]);
  });
});

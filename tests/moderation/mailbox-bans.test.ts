import { describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { wordsOf } from '../support/dist.ts';
import { areOpen, chatEntry, openSocket, opening, type TestUser } from '../support/service/chat/chat-test-user.ts';
import {
  addCase,
  decideAbout,
  decisionWith,
  ok,
  sendAppeal,
  statementsOf,
} from '../support/service/moderation/moderation-cases.ts';
import { addModerator, type TestModerator } from '../support/service/moderation/moderator.ts';
import { databases, type Person, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const room = 'en.lounge';
/** Another address of the same mailbox. */
const tagged = (email: string, tag: number): string => email.replace('@', `+${tag}@`);
const ban = (moderator: TestModerator, { me }: TestUser) =>
  decideAbout(moderator, me, decisionWith({ act: 'ban', hours: 24 }));

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  async function isBanned(visitor: Visitor): Promise<boolean> {
    const socket = openSocket(visitor);
    const state = await opening(socket);
    socket.close();
    return state !== 'open';
  }
  /** Deletes an account. */
  async function leave(visitor: Visitor, { password, email }: Person): Promise<void> {
    expect((await visitor.post(forms.deletion.action, { password })).status).toBe(200);
    await service.sink.mailTo(email);
  }

  test('a ban outlives the account, with its decision and its appeal, and is undone for the next account', async () => {
    const [moderator, other] = [await addModerator(service), await addModerator(service)];
    const { visitor, person } = await service.join();
    const eve = await enter(visitor, room);
    const decision = await ban(moderator, eve);
    await service.sink.mailTo(person.email);
    await visitor.post(forms.deletion.action, { password: person.password });
    await service.sink.mailTo(person.email);
    const { visitor: again } = await service.join({ email: person.email });
    expect(await opening(openSocket(again))).toMatchObject({ error: 'banned' });
    expect(await statementsOf(again)).toMatchObject([{ id: decision, act: 'ban' }]);
    expect((await sendAppeal(again, decision, 'It was my brother.')).status).toBe(200);
    await ok(other, 'answerAppeal', { decision, upheld: false, answer: 'We believe you.' });
    expect((await service.sink.mailTo(person.email)).subject).toBe(wordsOf('en')('mail.appealAnswered.subject'));
    const { db } = service.brand('amber');
    for (const table of ['ban', 'bannedAddress'] as const)
      expect(await db.selectFrom(table).select('until').where('decision', '=', decision).execute()).toEqual([]);
    const socket = openSocket(again);
    expect(await opening(socket)).toBe('open');
    socket.close();
  });

  test('a ban after the person has deleted the account bans the mailbox, with the account that it has since', async () => {
    const moderator = await addModerator(service);
    const { db } = service.brand('amber');
    const report = async () => {
      const { visitor, person } = await service.join();
      const { me } = await enter(visitor, room);
      const { case: id } = await addCase(service.brand('amber'), undefined, me);
      await visitor.post(forms.deletion.action, { password: person.password });
      await service.sink.mailTo(person.email);
      return { id, email: person.email };
    };
    const banned = { ...decisionWith({ act: 'ban' }), hours: 24 };
    const keys = () => db.selectFrom('moderationCase').select('id').where('addressKey', 'is not', null).execute();

    const [early, late, dismissed, twice] = [await report(), await report(), await report(), await report()];
    expect(await moderator.request('decide', { case: early.id, ...decisionWith({ act: 'warn' }) })).toEqual({
      error: 'gone',
    });
    const { visitor: before } = await service.join({ email: early.email });
    const open = await enter(before, room);
    const { decision } = await ok(moderator, 'decide', { case: early.id, ...banned });
    expect([await areOpen(open), await isBanned(before)]).toEqual([[false], true]);
    expect(await statementsOf(before)).toMatchObject([{ id: decision, act: 'ban' }]);
    expect((await service.sink.mailTo(early.email)).subject).toBe(wordsOf('en')('mail.decision.subject'));
    await ok(moderator, 'undo', { decision, note: 'It was another person.' });
    expect(await isBanned(before)).toBe(false);
    expect((await service.sink.mailTo(early.email)).subject).toBe(wordsOf('en')('mail.decisionUndone.subject'));

    await ok(moderator, 'decide', { case: late.id, ...banned });
    const { visitor: after } = await service.join({ email: late.email });
    expect(await isBanned(after)).toBe(true);

    const { visitor: next } = await service.join({ email: twice.email });
    await ban(moderator, await enter(next, room));
    const longer = await ok(moderator, 'decide', { case: twice.id, ...banned, hours: 48 });
    await ok(moderator, 'undo', { decision: longer.decision, note: 'It was another person.' });
    expect(await isBanned(next)).toBe(true);

    await ok(moderator, 'decide', { case: dismissed.id, act: 'dismiss', facts: '' });
    const { visitor: free } = await service.join({ email: dismissed.email });
    expect([await isBanned(free), await keys()]).toEqual([false, []]);
  });

  test('a ban after the deletion bans every account of the mailbox, also for the moderator of one', async () => {
    const moderator = await addModerator(service);
    const { visitor, person } = await service.join();
    const { case: id } = await addCase(service.brand('amber'), undefined, (await enter(visitor, room)).me);
    const own = await addModerator(service, 'moderator', { email: tagged(person.email, 1) });
    await leave(visitor, person);
    const others = [];
    for (const tag of [2, 3]) others.push((await service.join({ email: tagged(person.email, tag) })).visitor);
    expect(await own.request('claim', { case: id })).toEqual({ error: 'gone' });
    const open = await Promise.all(others.map((other) => enter(other, room)));
    const { decision } = await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'ban', hours: 24 }) });
    expect(await areOpen(...open)).toEqual([false, false]);
    others.push((await service.join({ email: tagged(person.email, 4) })).visitor);
    for (const other of [own.visitor, ...others]) expect(await isBanned(other)).toBe(true);
    await ok(moderator, 'undo', { decision, note: 'It was another person.' });
    for (const other of [own.visitor, ...others]) expect(await isBanned(other)).toBe(false);
  });

  test('a ban after the deletion is read, appealed and undone for an account of the mailbox that a longer ban keeps out', async () => {
    const [moderator, other] = [await addModerator(service), await addModerator(service)];
    const { visitor, person } = await service.join();
    const { case: id } = await addCase(service.brand('amber'), undefined, (await enter(visitor, room)).me);
    await leave(visitor, person);
    const { visitor: next } = await service.join({ email: person.email });
    const { me } = await enter(next, room);
    const longer = await decideAbout(moderator, me, decisionWith({ act: 'ban', hours: 48 }));
    await service.sink.mailTo(person.email);
    const { decision } = await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'ban', hours: 24 }) });
    expect((await service.sink.mailTo(person.email)).subject).toBe(wordsOf('en')('mail.decision.subject'));
    expect((await statementsOf(next)).map((statement) => statement.id)).toEqual([decision, longer]);
    expect((await sendAppeal(next, decision, 'It was my brother.')).status).toBe(200);
    await ok(other, 'answerAppeal', { decision, upheld: false, answer: 'We believe you.' });
    expect((await service.sink.mailTo(person.email)).subject).toBe(wordsOf('en')('mail.appealAnswered.subject'));
    expect(await statementsOf(next)).toMatchObject([
      { id: decision, undone: { note: 'We believe you.' } },
      { id: longer },
    ]);
    expect(await isBanned(next)).toBe(true);
  });

  describe('undoing one of several bans of a mailbox brings back the longest other', () => {
    /** Bans an account by nickname. @returns id of the decision */
    async function banFor(moderator: TestModerator, { nickname, email }: Person, hours: number): Promise<string> {
      const decision = await decideAbout(moderator, { name: nickname }, decisionWith({ act: 'ban', hours }));
      await service.sink.mailTo(email);
      return decision;
    }
    const undo = (moderator: TestModerator, decision: string) => ok(moderator, 'undo', { decision, note: 'No.' });
    const joinAgain = ({ email }: Person, tag?: number) =>
      service.join({ email: tag === undefined ? email : tagged(email, tag) });
    /** The decision that bans the account with an address. */
    const banOf = async ({ email }: Person) => {
      const { db } = service.brand('amber');
      const found = db.selectFrom('ban').innerJoin('user', 'user.id', 'ban.userId').select('ban.decision');
      return (await found.where('email', '=', email).executeTakeFirst())?.decision;
    };

    test.each([
      ['the second', 24, 48],
      ['the first', 48, 24],
    ])('where %s is longer, and the account was deleted between them', async (_, ...hours) => {
      const moderator = await addModerator(service);
      const { visitor, person } = await service.join();
      const decisions = [await banFor(moderator, person, hours[0]!)];
      await leave(visitor, person);
      const { person: again, visitor: next } = await joinAgain(person);
      decisions.push(await banFor(moderator, again, hours[1]!));
      const [shorter, longer] = hours[0]! < hours[1]! ? decisions : decisions.toReversed();
      expect(await banOf(again)).toBe(longer);
      await undo(moderator, longer!);
      await service.sink.mailTo(again.email);
      expect([await banOf(again), await isBanned(next)]).toEqual([shorter, true]);
      const { person: tag } = await joinAgain(person, 2);
      await leave(next, again);
      const { person: third, visitor: last } = await joinAgain(person);
      expect([await banOf(tag), await banOf(third)]).toEqual([shorter, shorter]);
      await undo(moderator, shorter!);
      expect([await banOf(tag), await banOf(third), await isBanned(last)]).toEqual([undefined, undefined, false]);
    });

    test('where the shorter was undone before', async () => {
      const moderator = await addModerator(service);
      const { visitor, person } = await service.join();
      const first = await banFor(moderator, person, 24);
      await leave(visitor, person);
      const { person: again } = await joinAgain(person);
      const second = await banFor(moderator, again, 48);
      await undo(moderator, first);
      expect(await banOf(again)).toBe(second);
      await undo(moderator, second);
      expect(await banOf(again)).toBeUndefined();
    });

    test('of two accounts that it had at once', async () => {
      const moderator = await addModerator(service);
      const one = await service.join();
      const two = await joinAgain(one.person, 1);
      const shorter = await banFor(moderator, one.person, 24);
      const longer = await banFor(moderator, two.person, 48);
      const both = (await joinAgain(one.person, 2)).person;
      await leave(one.visitor, one.person);
      await leave(two.visitor, two.person);
      const { person: again } = await joinAgain(one.person);
      expect([await banOf(both), await banOf(again)]).toEqual([longer, longer]);
      await undo(moderator, longer);
      expect([await banOf(both), await banOf(again)]).toEqual([shorter, shorter]);
      await undo(moderator, shorter);
      expect([await banOf(both), await banOf(again)]).toEqual([undefined, undefined]);
    });
  });
});

import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { wordsOf } from '../support/dist.ts';
import { testWith } from '../support/programs.ts';
import { acquaint, connect, of, ring, statesOf, turn } from '../support/service/call-steps.ts';
import {
  anySearch,
  areOpen,
  chatEntry,
  openSocket,
  opening,
  type TestUser,
} from '../support/service/chat-test-user.ts';
import {
  addCase,
  decideAbout,
  decisionWith,
  ok,
  sendAppeal,
  statementsOf,
} from '../support/service/moderation-cases.ts';
import { addModerator, type TestModerator } from '../support/service/moderator.ts';
import {
  databases,
  newDatabase,
  type Person,
  startTestService,
  type TestService,
  testService,
  visitorOn,
} from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const room = 'en.lounge';
const testNodes = testWith('postgres');
/** Another address of the same mailbox. */
const tagged = (email: string, tag: number): string => email.replace('@', `+${tag}@`);
const ban = (moderator: TestModerator, { me }: TestUser) =>
  decideAbout(moderator, me, decisionWith({ act: 'ban', hours: 24 }));

describe('a ban over two nodes that share a database', () => {
  let one: TestService;
  let two: TestService;
  const enter = chatEntry();
  const arrive = async (node: TestService): Promise<TestUser> => enter((await node.addUser()).visitor, room);
  beforeAll(async () => {
    if (testNodes === test.skip) return;
    const nodes = {
      DATABASE_URL: await newDatabase(),
      AUTH_SECRET: 'the same on every node, and long enough',
      ...turn,
    };
    one = await startTestService('PostgreSQL', nodes);
    two = await startTestService('PostgreSQL', { ...nodes, MAIL_URL: one.sink.url });
  });
  afterAll(async () => {
    await two?.close();
    await one?.close();
  });
  /** A person with a socket on each node. */
  async function arriveTwice(): Promise<[TestUser, TestUser, Visitor]> {
    const { visitor } = await one.addUser();
    return [await enter(visitor, room), await enter(visitorOn(two, visitor), room), visitor];
  }

  testNodes('cuts every socket before its answer, and none of another person', async () => {
    const [moderator, anna] = [await addModerator(two), await arrive(two)];
    const [eve, eveToo, visitor] = await arriveTwice();
    await ban(moderator, eve);
    for (const node of [one, two]) {
      const boris = await arrive(node);
      await boris.say(room, 'Eve does not read this');
    }
    await expect.poll(() => areOpen(eve, eveToo, anna)).toEqual([false, false, true]);
    await expect.poll(() => anna.heard(room)).toEqual(['Eve does not read this', 'Eve does not read this']);
    for (const user of [eve, eveToo]) expect(user.heard(room)).toEqual([]);
    for (const node of [one, two])
      expect(await opening(openSocket(visitorOn(node, visitor)))).toMatchObject({ error: 'banned' });
  });

  testNodes('ends the call, the partner search and the presence of the person', async () => {
    const moderator = await addModerator(two);
    const anna = await arrive(one);
    const [eve] = await arriveTwice();
    await expect.poll(() => anna.presence).toContainEqual({ id: eve.me.id, online: true });
    const call = await connect(anna, eve, await acquaint(anna, eve));
    await eve.ask('seek', anySearch);
    await ban(moderator, eve);
    const { db } = one.brand('velvet');
    const left = async (table: 'seeker' | 'inCall' | 'connection') =>
      (await db.selectFrom(table).select('userId').where('userId', '=', eve.me.id).execute()).length;
    expect([await left('seeker'), await left('inCall')]).toEqual([0, 0]);
    await expect.poll(() => statesOf(anna, call)).toEqual(['ringing', 'active', 'answered']);
    await expect.poll(() => anna.presence).toContainEqual({ id: eve.me.id, online: false });
    expect(await left('connection')).toBe(0);
  });

  testNodes('holds for a socket that opens while the ban is stored', async () => {
    const moderator = await addModerator(one);
    const [eve, , visitor] = await arriveTwice();
    const sockets = Array.from({ length: 6 }, (_, index) => openSocket(index % 2 ? visitor : visitorOn(two, visitor)));
    await Promise.all([ban(moderator, eve), ...sockets.map((socket) => opening(socket))]);
    await expect.poll(() => sockets.map(({ connected }) => connected)).toEqual(sockets.map(() => false));
  });
});

describe.each(databases)('on %s', (database) => {
  const service = testService(database, turn);
  const enter = chatEntry();
  const arrive = async (): Promise<TestUser> => enter((await service.addUser()).visitor, room);
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

  test('a banned person whose socket is still open changes and starts nothing', async () => {
    const refusals = async (): Promise<unknown> => {
      const [anna, eve] = [await arrive(), await arrive()];
      const conversation = await acquaint(anna, eve);
      const { seq } = await eve.say(room, 'The last message');
      const call = await ring(anna, conversation);
      await service
        .brand('velvet')
        .db.insertInto('ban')
        .values({ userId: eve.me.id, until: new Date(Date.now() + 3_600_000), reason: 'by hand' })
        .execute();
      return Promise.all([
        eve.refusal('send', { room, id: randomUUID(), text: 'One more' }),
        eve.refusal('edit', { room, seq, text: 'Another text' }),
        eve.refusal('delete', { room, seq }),
        eve.refusal('react', { room, seq, reaction: '👍', on: true }),
        eve.refusal('seek', anySearch),
        eve.refusal('answerCall', of(call, eve)),
      ]).catch((error: unknown) => error);
    };
    // A heartbeat can cut the socket before its answers; other people do not meet it.
    await expect.poll(refusals).toEqual(Array.from({ length: 6 }, () => 'banned'));
  });

  test('messages that are being sent arrive before the ban or never', async () => {
    const moderator = await addModerator(service);
    const [anna, eve] = [await arrive(), await arrive()];
    const sent = Array.from({ length: 15 }, (_, number) =>
      eve.try('send', { room, id: randomUUID(), text: `${eve.me.name} ${number}` }),
    );
    void Promise.allSettled(sent);
    await ban(moderator, eve);
    const { db } = service.brand('velvet');
    const stored = async () =>
      (await db.selectFrom('message').select('seq').where('sender', '=', eve.me.id).execute()).length;
    const atAnswer = await stored();
    await expect.poll(() => areOpen(eve)).toEqual([false]);
    await anna.say(room, 'Silence');
    expect(await stored()).toBe(atAnswer);
  });

  test('a ban after the person has deleted the account bans the mailbox, with the account that it has since', async () => {
    const moderator = await addModerator(service);
    const { db } = service.brand('velvet');
    const report = async () => {
      const { visitor, person } = await service.join();
      const { me } = await enter(visitor, room);
      const { case: id } = await addCase(service.brand('velvet'), undefined, me);
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
    const { case: id } = await addCase(service.brand('velvet'), undefined, (await enter(visitor, room)).me);
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
    const { case: id } = await addCase(service.brand('velvet'), undefined, (await enter(visitor, room)).me);
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
      const { db } = service.brand('velvet');
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

  test.each(['mute', 'limit', 'ban'] as const)('a person keeps the nickname during a %s', async (act) => {
    const moderator = await addModerator(service);
    const { visitor, person } = await service.addUser();
    const rename = () => visitor.post(forms.newNickname.action, { nickname: `Other ${person.nickname}` });
    const eve = { name: person.nickname };
    const decision = await decideAbout(moderator, eve, decisionWith({ act, hours: 24 }));
    expect((await rename()).text).toContain('nicknameRestricted');
    await ok(moderator, 'undo', { decision, note: 'A misunderstanding.' });
    expect((await rename()).status).toBe(200);
  });

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
    const { db } = service.brand('velvet');
    for (const table of ['ban', 'bannedAddress'] as const)
      expect(await db.selectFrom(table).select('until').where('decision', '=', decision).execute()).toEqual([]);
    const socket = openSocket(again);
    expect(await opening(socket)).toBe('open');
    socket.close();
  });
});

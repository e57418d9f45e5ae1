import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { forms } from '../../../src/contract/forms.ts';
import { testWith } from '../../support/programs.ts';
import { acquaint, connect, of, ring, statesOf, turn } from '../../support/service/calls/call-steps.ts';
import {
  anySearch,
  areOpen,
  chatEntry,
  openSocket,
  opening,
  type TestUser,
} from '../../support/service/chat/chat-test-user.ts';
import { decideAbout, decisionWith, ok } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator, type TestModerator } from '../../support/service/moderation/moderator.ts';
import {
  databases,
  newDatabase,
  startTestService,
  type TestService,
  testService,
  visitorOn,
} from '../../support/service/test-service.ts';
import type { Visitor } from '../../support/service/visitor.ts';

const room = 'en.lounge';
const testNodes = testWith('postgres');
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
    const { db } = one.brand('amber');
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

  test('a banned person whose socket is still open changes and starts nothing', async () => {
    const refusals = async (): Promise<unknown> => {
      const [anna, eve] = [await arrive(), await arrive()];
      const conversation = await acquaint(anna, eve);
      const { seq } = await eve.say(room, 'The last message');
      const call = await ring(anna, conversation);
      await service
        .brand('amber')
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
    const { db } = service.brand('amber');
    const stored = async () =>
      (await db.selectFrom('message').select('seq').where('sender', '=', eve.me.id).execute()).length;
    const atAnswer = await stored();
    await expect.poll(() => areOpen(eve)).toEqual([false]);
    await anna.say(room, 'Silence');
    expect(await stored()).toBe(atAnswer);
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
});

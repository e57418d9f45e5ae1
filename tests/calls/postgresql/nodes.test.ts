import { randomUUID } from 'node:crypto';

import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { actions } from '../../../src/contract/api-paths.ts';
import { SIGNAL_MAX } from '../../../src/contract/chat/call-protocol.ts';
import { testWith } from '../../support/programs.ts';
import {
  acquaint,
  connect,
  endsIn,
  forgetAttempts,
  forgetCalls,
  hangUp,
  of,
  peopleInCalls,
  ring,
  statesOf,
  turn,
} from '../../support/service/calls/call-steps.ts';
import {
  anySearch,
  enterChat,
  expectRefused,
  type TestUser,
  chatEntry,
} from '../../support/service/chat/chat-test-user.ts';
import { visitorOn, newDatabase, startTestService, type TestService } from '../../support/service/test-service.ts';
import type { Visitor } from '../../support/service/visitor.ts';

const testNodes = testWith('postgres');
const RUNS = 50;

interface Nodes {
  one: TestService;
  two: TestService;
  settings: Record<string, string>;
  close: () => Promise<void>;
}

async function startNodes(isShared: boolean): Promise<Nodes> {
  const settings: Record<string, string> = isShared
    ? { ...turn, DATABASE_URL: await newDatabase(), AUTH_SECRET: 'the same on every node, and long enough' }
    : turn;
  const one = await startTestService(isShared ? 'PostgreSQL' : 'PGlite', settings);
  if (isShared) settings.MAIL_URL = one.sink.url;
  const two = isShared ? await startTestService('PostgreSQL', settings) : one;
  // Any node may send a mail.
  Object.assign(two.sink, { mailTo: one.sink.mailTo });
  const nodes = [...new Set([two, one])];
  const close = async (): Promise<void> => {
    for (const node of nodes) await node.close();
  };
  return { one, two, settings, close };
}

describe.each([
  ['one node with PGlite', test, false],
  ['two nodes that share a PostgreSQL', testNodes, true],
] as const)('on %s', (_where, testHere, isShared) => {
  let nodes: Nodes;
  afterAll(() => nodes?.close());
  const enter = chatEntry();
  let anna: TestUser;
  let boris: TestUser;
  let room: string;
  /** The partner room of the same users. */
  let partners: string;
  const arrive = async (node: TestService): Promise<TestUser> => enter((await node.addUser()).visitor);
  let visitors: [anna: Visitor, boris: Visitor];
  /** Opens new sockets, since a socket that sends many requests is slowed down. */
  const enterAnew = async (): Promise<void> => {
    for (const user of [anna, boris]) user?.socket.disconnect();
    [anna, boris] = await Promise.all([enter(visitors[0]), enter(visitors[1])]);
  };

  beforeAll(async () => {
    if (testHere === test.skip) return;
    nodes = await startNodes(isShared);
    const [one, two] = await Promise.all([nodes.one.addUser(), nodes.two.addUser()]);
    visitors = [one.visitor, two.visitor];
    await enterAnew();
    // Users who have a conversation are not matched any more.
    await anna.ask('seek', anySearch);
    await boris.ask('seek', anySearch);
    partners = (await anna.lobby()).rooms.find(({ kind }) => kind === 'partner')!.id;
    room = await acquaint(anna, boris);
  });
  beforeEach(enterAnew);
  forgetCalls(() => nodes.one);

  testHere(`two users who call each other at once are in a single call, ${RUNS} times of ${RUNS}`, async () => {
    for (let run = 0; run < RUNS; run += 1) {
      if (run % 10 === 9) await enterAnew();
      const [one, two] = await Promise.all([ring(anna, room), ring(boris, room)]);
      expect(one.id).toBe(two.id);
      expect([one.isMine, two.isMine].toSorted()).toEqual([false, true]);
      for (const user of [anna, boris]) {
        await expect.poll(() => statesOf(user, one)).toEqual(['ringing', 'active']);
        expect((await user.lobby()).call).toMatchObject({ id: one.id, is: 'active', device: user.device });
      }
      await hangUp(run % 2 ? anna : boris, one);
      for (const user of [anna, boris])
        await expect.poll(() => statesOf(user, one)).toEqual(['ringing', 'active', 'answered']);
      expect(await peopleInCalls(nodes.one)).toEqual([]);
      await forgetAttempts(nodes.one);
    }
    expect(await endsIn(anna, room)).toEqual(Array<string>(RUNS).fill('answered'));
  });

  testHere('calls in a circle, in two rooms of the same users, and concurrent blocks leave no user busy', async () => {
    const clara = await arrive(nodes.one);
    const [withAnna, withBoris] = [await acquaint(clara, anna), await acquaint(clara, boris)];
    const calling = (user: TestUser, where: string) =>
      user.try('call', { call: randomUUID(), device: user.device, room: where, video: false });
    for (let run = 0; run < 10; run += 1) {
      await Promise.all([
        calling(anna, room),
        calling(boris, partners),
        calling(boris, withBoris),
        calling(clara, withAnna),
        clara.ask('block', { person: boris.me.id, on: true }),
        anna.say(room, `Run ${run}`),
      ]);
      const people = await peopleInCalls(nodes.one);
      // No call remains if the blocked call came first and made the other calls busy.
      expect([0, 2]).toContain(people.length);
      expect(people.includes(boris.me.id) && people.includes(clara.me.id)).toBe(false);
      const calls = await Promise.all([anna, boris, clara].map(async (user) => ({ user, ...(await user.lobby()) })));
      const inCalls = calls.filter(({ call }) => call !== null);
      expect(inCalls.map(({ me }) => me.id).toSorted()).toEqual(people.toSorted());
      for (const { user, call } of inCalls.filter((one) => one.call!.isMine)) await hangUp(user, call!);
      expect(await peopleInCalls(nodes.one)).toEqual([]);
      await clara.ask('block', { person: boris.me.id, on: false });
      await forgetAttempts(nodes.one);
    }
  });

  testHere('short and long signals arrive in their order', async () => {
    const call = await connect(anna, boris, room);
    const signals = Array.from({ length: 12 }, (_, number) =>
      String(number).padEnd(number % 3 ? 100 : SIGNAL_MAX, number % 2 ? '.' : ','),
    );
    await Promise.all(signals.map((signal) => anna.ask('signal', { ...of(call, anna), signal })));
    await expect.poll(() => boris.signals.map(({ signal }) => signal)).toEqual(signals);
    await boris.ask('signal', { ...of(call, boris), signal: 'and back' });
    await expect.poll(() => anna.signals).toEqual([{ call: call.id, signal: 'and back' }]);
    await hangUp(anna, call);
  });

  testHere('an answer on a device stops the others, and the end of the call reaches all of them', async () => {
    const { visitor } = await nodes.two.addUser();
    const [clara, claraToo] = [await enter(visitor), await enter(visitorOn(nodes.one, visitor))];
    const withClara = await acquaint(anna, clara);
    const call = await ring(anna, withClara);
    for (const user of [clara, claraToo]) await expect.poll(() => statesOf(user, call)).toEqual(['ringing']);
    await claraToo.ask('answerCall', of(call, claraToo));
    await expect.poll(() => clara.calls.at(-1)).toMatchObject({ is: 'active', device: claraToo.device });
    await expectRefused(clara, 'gone', [
      ['answerCall', of(call, clara)],
      ['signal', { ...of(call, claraToo), signal: 'from another connection' }],
    ]);
    await visitor.post(actions.logout, {});
    await expect.poll(() => statesOf(anna, call).at(-1)).toBe('answered');
    await expect.poll(() => [clara.socket.connected, claraToo.socket.connected]).toEqual([false, false]);
  });

  testHere('a device that reconnects to another node resumes its call', async () => {
    const { visitor } = await nodes.one.addUser();
    const clara = await enter(visitor);
    const withClara = await acquaint(clara, boris);
    const call = await connect(clara, boris, withClara);
    clara.socket.disconnect();
    const again = await enter(visitorOn(nodes.two, visitor));
    again.device = clara.device;
    await again.ask('resumeCall', of(call, again));
    await boris.ask('signal', { ...of(call, boris), signal: 'welcome back' });
    await expect.poll(() => again.signals).toEqual([{ call: call.id, signal: 'welcome back' }]);
    await hangUp(again, call);
  });
});

testNodes('a restarted service does not end calls because of its downtime', async () => {
  const { one, two, settings } = await startNodes(true);
  const visitors = [(await one.addUser()).visitor, (await two.addUser()).visitor];
  const [anna, boris] = [await enterChat(visitors[0]!), await enterChat(visitors[1]!)];
  const call = await connect(anna, boris, await acquaint(anna, boris));
  for (const { socket } of [anna, boris]) socket.disconnect();
  const tables = new Client(settings.DATABASE_URL);
  await tables.connect();
  // The first node has the mail sink, and closes last.
  for (const node of [two, one]) await node.close();
  await tables.query(`update brand_amber."inCall" set "seenAt" = now() - interval '1 hour'`);
  await tables.end();
  const three = await startTestService('PostgreSQL', { ...settings, MAIL_URL: '' });
  const again = await enterChat(visitorOn(three, visitors[0]!));
  again.device = anna.device;
  expect((await again.lobby()).call).toMatchObject({ id: call.id, is: 'active' });
  expect(await again.ask('resumeCall', of(call, again))).toMatchObject({ is: 'active' });
  await hangUp(again, call);
  again.socket.disconnect();
  await three.close();
});

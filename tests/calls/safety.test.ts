import { createHmac, randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { actions, resources } from '../../src/contract/api-paths.ts';
import { RING_MS } from '../../src/contract/chat/call-protocol.ts';
import { forms } from '../../src/contract/forms.ts';
import {
  acquaint,
  connect,
  endsIn,
  hangUp,
  of,
  peopleInCalls,
  ring,
  statesOf,
  tracesIn,
  turn,
} from '../support/service/calls/call-steps.ts';
import { callSuite } from '../support/service/calls/call-suite.ts';
import {
  befriend,
  anySearch,
  enterChat,
  expectRefused,
  type TestUser,
  receiveAll,
} from '../support/service/chat/chat-test-user.ts';
import { floodBan } from '../support/service/moderation/moderation-cases.ts';
import { databases, newPerson, testService } from '../support/service/test-service.ts';
import type { Reply, Visitor } from '../support/service/visitor.ts';

describe.each(databases)('on %s', (database) => {
  const { service, db, enter, arrive, test: testCalls } = callSuite(database);
  const { password } = newPerson();
  const callBody = (user: TestUser, where: string) => ({
    call: randomUUID(),
    device: user.device,
    room: where,
    video: false,
  });

  testCalls('a user can call in a private conversation only after the callee wrote there', async () => {
    const [clara, dora] = await Promise.all([arrive(), arrive()]);
    const conversation = await befriend(clara, dora.me.id, service.brand('amber'));
    await clara.say(conversation, 'Hello? Anybody?');
    expect(await clara.refusal('call', callBody(clara, conversation))).toBe('stranger');
    // The addressee of a message may call back; a call is not a reply.
    await hangUp(dora, await ring(dora, conversation));
    await dora.say(conversation, 'Yes, me');
    await hangUp(clara, await ring(clara, conversation));
    const states = () => dora.calls.filter(({ isMine }) => !isMine).map(({ is }) => is);
    await expect.poll(() => states().toSorted()).toEqual(['over', 'ringing']);
  });

  testCalls('partners may call each other at once, and leaving ends their call', async () => {
    // Users who have a conversation are not matched.
    const [anna, boris] = await Promise.all([arrive(), arrive()]);
    await anna.ask('seek', anySearch);
    await boris.ask('seek', anySearch);
    const { id } = (await anna.lobby()).rooms.find(({ kind }) => kind === 'partner')!;
    const call = await connect(anna, boris, id);
    await boris.ask('leave', { room: id });
    for (const user of [anna, boris])
      await expect.poll(() => statesOf(user, call)).toEqual(['ringing', 'active', 'answered']);
    await expectRefused(anna, 'gone', [
      ['signal', { ...of(call, anna), signal: 'still there?' }],
      ['call', callBody(anna, id)],
    ]);
  });

  testCalls('an account in its first day calls a partner only after the partner has written', async () => {
    const [{ visitor, person }, boris] = [await service.addUser(), await arrive()];
    const createdAt = new Date(Date.now() - 7_200_000);
    await db().updateTable('user').set({ createdAt }).where('email', '=', person.email).execute();
    const anna = await enter(visitor);
    for (const user of [anna, boris]) await user.ask('seek', anySearch);
    const { id } = (await anna.lobby()).rooms.find(({ kind }) => kind === 'partner')!;
    expect(await anna.refusal('call', callBody(anna, id))).toBe('stranger');
    await boris.say(id, 'Call me');
    await hangUp(anna, await ring(anna, id));
  });

  testCalls('a call is refused in a public room, a room of others and a missing room', async ({ pair: { room } }) => {
    const clara = await arrive();
    await clara.ask('enter', { room: 'en.lounge' });
    for (const where of ['en.lounge', room, 'nowhere'])
      expect(await clara.refusal('call', callBody(clara, where)), where).toBe('gone');
  });

  testCalls(
    'signals go between the two devices of the call alone, in their order',
    async ({ pair: { anna, boris, borisAtHome, room } }) => {
      const [borisToo, clara] = await Promise.all([enter(borisAtHome), arrive()]);
      const call = await ring(anna, room);
      const early = { ...of(call, anna), signal: 'before the answer' };
      expect(await anna.refusal('signal', early)).toBe('gone');
      await boris.ask('answerCall', of(call, boris));
      const numbers = Array.from({ length: 30 }, (_, number) => String(number));
      await Promise.all(numbers.map((signal) => anna.ask('signal', { ...of(call, anna), signal })));
      await expect.poll(() => boris.signals.map(({ signal }) => signal)).toEqual(numbers);
      const signal = 'from another user';
      for (const [user, device] of [
        [clara, clara.device],
        [clara, anna.device],
        [borisToo, borisToo.device],
        [borisToo, boris.device],
        [anna, boris.device],
      ] as const)
        expect(await user.refusal('signal', { call: call.id, device, signal })).toBe('gone');
      await hangUp(anna, call);
      await expectRefused(anna, 'gone', [['signal', { ...of(call, anna), signal }]]);
      await expectRefused(boris, 'gone', [['signal', { ...of(call, boris), signal }]]);
      await receiveAll(anna, boris, borisToo, clara);
      expect(boris.signals).toHaveLength(numbers.length);
      for (const user of [anna, borisToo, clara]) expect(user.signals).toEqual([]);
      expect(clara.calls).toEqual([]);
      expect(statesOf(borisToo, call)).toEqual(['ringing', 'active', 'answered']);
    },
  );

  testCalls('other users cannot answer, resume or end a call', async ({ pair: { anna, boris, room } }) => {
    const clara = await arrive();
    const call = await ring(anna, room);
    for (const device of [clara.device, anna.device]) {
      const theirs = { call: call.id, device };
      const requests: [string, unknown][] = ['answerCall', 'resumeCall', 'relays'].map((name) => [name, theirs]);
      await expectRefused(clara, 'gone', [...requests, ['hangUp', { ...theirs, failed: false }]]);
    }
    await expectRefused(anna, 'gone', [['answerCall', of(call, anna)]]);
    await expectRefused(boris, 'gone', [['resumeCall', of(call, boris)]]);
    expect((await anna.lobby()).call).toMatchObject({ id: call.id, is: 'ringing' });
    // A call with the id of another call is refused.
    const withClara = await acquaint(clara, await arrive());
    await expectRefused(clara, 'body', [['call', { ...callBody(clara, withClara), call: call.id }]]);
    await hangUp(anna, call);
  });

  testCalls(
    'credentials for TURN are given to the devices of a call, while it lives',
    async ({ pair: { anna, boris, borisAtHome, room } }) => {
      const [borisToo, clara] = await Promise.all([enter(borisAtHome), arrive()]);
      const call = await ring(anna, room);
      const seconds = Math.floor(Date.now() / 1000);
      const { urls, username, credential, until } = await anna.ask('relays', of(call, anna));
      expect(urls).toEqual(turn.TURN_URLS.split(', '));
      expect(credential).toBe(createHmac('sha1', turn.TURN_SECRET).update(username).digest('base64'));
      const [over, what] = username.split(':');
      // The user name reveals neither the user nor the call.
      expect(what).toMatch(/^[\w-]{16}$/);
      expect(until).toBe(Number(over) * 1000);
      expect(Number(over) - seconds).toBeGreaterThanOrEqual(300);
      expect(Number(over) - seconds).toBeLessThan(330);
      await expectRefused(boris, 'gone', [['relays', of(call, boris)]]);
      await boris.ask('answerCall', of(call, boris));
      expect((await boris.ask('relays', of(call, boris))).username).not.toBe(username);
      for (const user of [borisToo, clara]) await expectRefused(user, 'gone', [['relays', of(call, user)]]);
      await hangUp(boris, call);
      for (const user of [anna, boris]) await expectRefused(user, 'gone', [['relays', of(call, user)]]);
      expect(service.logged.join('')).not.toMatch(/only for tests|turn\.example/);
    },
  );

  testCalls('every visitor can read the addresses of the TURN servers, and no credentials', async () => {
    const reply = await service.visitor().get(resources.relays);
    expect([reply.status, reply.json()]).toEqual([200, { urls: turn.TURN_URLS.split(', ') }]);
  });

  testCalls('a call more than once in half a minute waits after the tenth', async ({ pair: { anna, boris, room } }) => {
    const refusals: (string | undefined)[] = [];
    for (let number = 0; number < 12; number += 1) {
      const body = callBody(anna, room);
      refusals.push(await anna.refusal('call', body));
      if (!refusals.at(-1)) await hangUp(anna, { id: body.call });
    }
    expect(refusals).toEqual([...Array<undefined>(10).fill(undefined), 'tooMany', 'tooMany']);
    await expect.poll(() => boris.calls).toHaveLength(20);
  });

  /** Expects the end of a call for the remaining user, long before the call times out, and no more signals. */
  const expectOver = async (user: TestUser, call: { id: string }, end: string): Promise<void> => {
    await expect.poll(() => statesOf(user, call).at(-1), { timeout: RING_MS / 2 }).toBe(end);
    expect(await peopleInCalls(service)).toEqual([]);
    await expectRefused(user, 'gone', [
      ['signal', { ...of(call, user), signal: 'still there?' }],
      ['resumeCall', of(call, user)],
      ['relays', of(call, user)],
    ]);
  };

  testCalls.for(['caller', 'callee'])(
    'a block by the %s ends the call, and there is no other',
    async (who, { pair }) => {
      const { anna, boris, room } = pair;
      const call = await connect(anna, boris, room);
      const [one, other] = who === 'caller' ? [anna, boris] : [boris, anna];
      await one.ask('block', { person: other.me.id, on: true });
      // Effective from the answer on.
      expect(await peopleInCalls(service)).toEqual([]);
      for (const user of [anna, boris]) await expectOver(user, call, 'answered');
      for (const user of [anna, boris]) await expectRefused(user, 'blocked', [['call', callBody(user, room)]]);
      await acquaint(boris, await arrive());
      await receiveAll(boris);
      expect(boris.changes.flatMap(({ messages }) => messages).filter((message) => message.call)).toEqual([]);
      expect(await tracesIn(boris, room)).toEqual([]);
      expect(await endsIn(anna, room)).toEqual(['answered']);
      expect(boris.signals).toEqual([]);
    },
  );

  testCalls('a block during ringing declines the call', async ({ pair: { anna, boris, room } }) => {
    const call = await ring(anna, room);
    await boris.ask('block', { person: anna.me.id, on: true });
    for (const user of [anna, boris]) await expectOver(user, call, 'declined');
  });

  testCalls('a ban ends the call of caller and callee, ringing or active', async ({ pair: { anna, boris, room } }) => {
    const clara = await arrive();
    const withClara = await acquaint(clara, boris);
    const call = await connect(anna, boris, room);
    await floodBan(anna, service.brand('amber'));
    await expectOver(boris, call, 'answered');
    const toBoris = await ring(clara, withClara);
    await floodBan(boris, service.brand('amber'));
    await expectOver(clara, toBoris, 'missed');
  });

  testCalls.for<[what: string, leave: (borisAtHome: Visitor) => Promise<Reply>]>([
    ['signing out', (borisAtHome) => borisAtHome.post(actions.logout, {})],
    [
      'the end of the session from another device',
      (borisAtHome) => borisAtHome.post(actions.endSession, { session: 'others' }),
    ],
    ['the end of the account', (borisAtHome) => borisAtHome.post(forms.deletion.action, { password })],
  ])('%s ends the call', async ([what, leave], { pair }) => {
    const { anna, boris, borisAtHome, room } = pair;
    let user = boris;
    if (what.includes('another device')) {
      const { email } = (await borisAtHome.get(resources.account)).json() as { email: string };
      const elsewhere = service.visitor();
      await elsewhere.post(forms.login.action, { email, password });
      user = await enter(elsewhere);
    }
    const call = await connect(anna, user, room);
    expect((await leave(borisAtHome)).status).toBe(200);
    await expectOver(anna, call, 'answered');
    await expect.poll(() => user.socket.connected).toBe(false);
  });

  testCalls(
    'the end of a session of a device outside the call does not end the call',
    async ({ pair: { anna, boris, borisAtHome, room } }) => {
      const elsewhere = service.visitor();
      const { email } = (await borisAtHome.get(resources.account)).json() as { email: string };
      await elsewhere.post(forms.login.action, { email, password });
      await enter(elsewhere);
      const connections = () => db().selectFrom('connection').select('id').where('userId', '=', boris.me.id).execute();
      await expect.poll(connections).toHaveLength(2);
      const call = await ring(anna, room);
      await elsewhere.post(actions.logout, {});
      await expect.poll(connections).toHaveLength(1);
      expect((await boris.ask('answerCall', of(call, boris))).is).toBe('active');
      await hangUp(boris, call);
    },
  );

  testCalls(
    'the deletion of an account during ringing ends the call',
    async ({ pair: { anna, borisAtHome, room } }) => {
      const call = await ring(anna, room);
      await borisAtHome.post(forms.deletion.action, { password });
      await expectOver(anna, call, 'missed');
      expect((await anna.lobby()).rooms.map(({ id }) => id)).not.toContain(room);
    },
  );
});

describe('without TURN', () => {
  const service = testService('PGlite');

  test('calls are refused, the log says so at the start, and a request says so to visitors', async () => {
    const [anna, boris] = [
      await enterChat((await service.addUser()).visitor),
      await enterChat((await service.addUser()).visitor),
    ];
    const room = await acquaint(anna, boris);
    const device = anna.device;
    await expectRefused(anna, 'noCalls', [
      ['call', { call: randomUUID(), device, room, video: false }],
      ['relays', { call: randomUUID(), device }],
    ]);
    for (const { socket } of [anna, boris]) socket.disconnect();
    expect(service.logged.join('')).toContain('TURN_URLS is not set');
    expect((await service.visitor().get(resources.relays)).json()).toEqual({ urls: [] });
  });
});

import { randomUUID } from 'node:crypto';

import { describe, expect } from 'vitest';

import { resources } from '../../src/contract/api-paths.ts';
import { RING_MS } from '../../src/contract/chat/call-protocol.ts';
import {
  acquaint,
  ago,
  connect,
  endsIn,
  hangUp,
  of,
  ring,
  statesOf,
  tracesIn,
} from '../support/service/calls/call-steps.ts';
import { callSuite } from '../support/service/calls/call-suite.ts';
import type { TestUser } from '../support/service/chat/chat-test-user.ts';
import { databases } from '../support/service/test-service.ts';

describe.each(databases)('on %s', (database) => {
  const { db, enter, arrive, test } = callSuite(database);
  const unreadIn = async (user: TestUser, where: string) =>
    (await user.lobby()).rooms.find(({ id }) => id === where)!.unread;

  test('a call rings on every device of the callee until a device answers', async ({
    pair: { anna, boris, borisAtHome, room },
  }) => {
    const borisToo = await enter(borisAtHome);
    const call = await ring(anna, room, { video: true });
    expect(call).toEqual({
      id: call.id,
      room,
      other: { id: boris.me.id, name: boris.me.name },
      isMine: true,
      video: true,
      is: 'ringing',
      device: anna.device,
    });
    const ringing = { ...call, other: { id: anna.me.id, name: anna.me.name }, isMine: false, device: null };
    for (const user of [boris, borisToo]) {
      await expect.poll(() => user.calls).toEqual([ringing]);
      expect((await user.lobby()).call).toEqual(ringing);
    }
    const answered = { is: 'active', answeredAt: expect.any(Number) };
    const active = { ...ringing, ...answered, device: borisToo.device };
    expect(await borisToo.ask('answerCall', of(call, borisToo))).toEqual(active);
    for (const user of [boris, borisToo]) await expect.poll(() => user.calls.at(-1)).toEqual(active);
    await expect.poll(() => anna.calls.at(-1)).toEqual({ ...call, ...answered });
    expect((await anna.lobby()).call).toEqual({ ...call, ...answered });
    for (const what of ['answerCall', 'resumeCall'] as const)
      expect(await boris.refusal(what, of(call, boris))).toBe('gone');
    expect(await boris.refusal('hangUp', { ...of(call, boris), failed: false })).toBe('gone');
    // A browser repeats a request if its answer was lost.
    expect(await borisToo.ask('answerCall', of(call, borisToo))).toEqual(active);
    await hangUp(borisToo, call);
    for (const user of [anna, boris, borisToo]) {
      await expect.poll(() => statesOf(user, call)).toEqual(['ringing', 'active', 'answered']);
      expect((await user.lobby()).call).toBeNull();
    }
  });

  test('a callee who declines stops the ringing on every device and has no missed call', async ({
    pair: { anna, boris, borisAtHome, room },
  }) => {
    const borisToo = await enter(borisAtHome);
    const call = await ring(anna, room);
    await hangUp(boris, call);
    for (const user of [anna, boris, borisToo])
      await expect.poll(() => statesOf(user, call)).toEqual(['ringing', 'declined']);
    expect(await endsIn(boris, room)).toEqual(['declined']);
    expect(await unreadIn(boris, room)).toBe(0);
    for (const [who, what] of [[anna, 'resumeCall'] as const, [boris, 'answerCall'] as const])
      expect(await who.refusal(what, of(call, who))).toBe('gone');
  });

  test('a caller who hangs up early leaves the callee a missed call', async ({ pair: { anna, boris, room } }) => {
    const call = await ring(anna, room);
    await hangUp(anna, call);
    await expect.poll(() => statesOf(boris, call)).toEqual(['ringing', 'missed']);
    expect([await unreadIn(anna, room), await unreadIn(boris, room)]).toEqual([0, 1]);
    expect(await anna.refusal('hangUp', { ...of(call, anna), failed: false })).toBe('gone');
  });

  test('a call stops ringing after RING_MS', async ({ pair: { anna, boris, room } }) => {
    const call = await ring(anna, room);
    await db()
      .updateTable('call')
      .set({ startedAt: ago(RING_MS) })
      .execute();
    for (const user of [anna, boris]) await expect.poll(() => statesOf(user, call)).toEqual(['ringing', 'missed']);
    expect(await endsIn(anna, room)).toEqual(['missed']);
  });

  test('a call leaves a single message of its caller, with the duration', async ({ pair: { anna, boris, room } }) => {
    const call = await connect(anna, boris, room);
    await db()
      .updateTable('call')
      .set({ answeredAt: ago(65_500) })
      .execute();
    await hangUp(boris, call);
    const traces = await tracesIn(boris, room);
    expect(traces).toMatchObject([
      { id: call.id, text: '', edited: false, sender: { id: anna.me.id, name: anna.me.name } },
    ]);
    expect(traces[0]!.call).toEqual({ end: 'answered', seconds: expect.any(Number), video: false });
    expect(traces[0]!.call.seconds).toBeGreaterThanOrEqual(65);
    expect(traces[0]!.call.seconds).toBeLessThan(100);
    for (const user of [anna, boris])
      await expect
        .poll(() => user.changes.flatMap(({ messages }) => messages).filter((one) => one.call))
        .toEqual([{ ...traces[0], mine: undefined }]);
    expect(await unreadIn(boris, room)).toBe(0);
    const { seq } = traces[0]!;
    for (const user of [anna, boris]) {
      expect(await user.refusal('edit', { room, seq, text: 'Changed' })).toBe('gone');
      expect(await user.refusal('delete', { room, seq })).toBe('gone');
      expect(await user.refusal('react', { room, seq, reaction: '👍', on: true })).toBe('gone');
    }
    expect(await tracesIn(anna, room)).toEqual(traces);
    expect((await anna.say(room, 'And on')).seq).toBe(seq + 1);
  });

  test('the download contains outgoing and incoming calls, and a report shows them', async ({
    pair: { anna, boris, borisAtHome, room },
  }) => {
    await hangUp(anna, await connect(anna, boris, room));
    await hangUp(boris, await ring(boris, room, { video: true }));
    const { chat } = (await borisAtHome.get(resources.data)).json() as {
      chat: { messages: object[]; calls: object[] };
    };
    const withAnna = { kind: 'private', with: anna.me.name };
    expect(chat.messages).toMatchObject([{ text: 'Good evening' }]);
    expect(chat.calls).toMatchObject([
      { room: withAnna, isMine: false, end: 'answered', video: false, seconds: 0 },
      { room: withAnna, isMine: true, end: 'missed', video: true, seconds: 0 },
    ]);
    const shown = (await tracesIn(boris, room)).map(({ seq, position }): [number, number] => [seq, position]);
    await boris.ask('report', { room, person: anna.me.id, reason: 'harassment', note: '', shown });
    const reports = await db().selectFrom('report').select('shown').where('reported', '=', anna.me.id).execute();
    expect(reports.map((one) => one.shown)).toMatchObject([
      [{ call: { end: 'answered' } }, { call: { end: 'missed' } }],
    ]);
  });

  test('an answered call without media ends as failed, an unanswered call as missed', async ({
    pair: { anna, boris, room },
  }) => {
    await hangUp(anna, await connect(anna, boris, room), true);
    await hangUp(anna, await ring(anna, room), true);
    expect((await tracesIn(anna, room)).map(({ call }) => [call.end, call.seconds])).toEqual([
      ['failed', 0],
      ['missed', 0],
    ]);
  });

  test('a user in a call or rung is busy, and finds the attempts as messages', async ({
    pair: { anna, boris, room },
  }) => {
    const clara = await arrive();
    const withClara = await acquaint(clara, boris);
    const call = await ring(anna, room);
    const other = { call: randomUUID(), device: clara.device, room: withClara, video: true };
    expect(await clara.refusal('call', other)).toBe('busy');
    await boris.ask('answerCall', of(call, boris));
    expect(await clara.refusal('call', { ...other, call: randomUUID() })).toBe('busy');
    expect(await boris.refusal('call', { ...other, call: randomUUID(), device: boris.device })).toBe('busy');
    expect(await anna.refusal('call', { ...other, call: randomUUID(), device: randomUUID(), room })).toBe('busy');
    expect((await tracesIn(boris, withClara)).map((one) => [one.sender.id, one.call.end, one.call.video])).toEqual([
      [clara.me.id, 'busy', true],
      [clara.me.id, 'busy', true],
    ]);
    expect(await unreadIn(boris, withClara)).toBe(2);
    expect(clara.calls).toEqual([]);
    expect((await clara.lobby()).call).toBeNull();
    await hangUp(anna, call);
  });

  test('a repeated call request returns the same call until the call ends', async ({ pair: { anna, boris, room } }) => {
    const call = await ring(anna, room);
    expect(await ring(anna, room, { call: call.id })).toEqual(call);
    expect(await ring(anna, room)).toEqual(call);
    await hangUp(anna, call);
    await expect.poll(() => statesOf(boris, call)).toEqual(['ringing', 'missed']);
    const again = { call: call.id, device: anna.device, room, video: false };
    expect(await anna.refusal('call', again)).toBe('gone');
    expect(await endsIn(anna, room)).toEqual(['missed']);
  });

  test('a device resumes its call after a reload and gets its signals; another device does not', async ({
    pair: { anna, boris, borisAtHome, room },
  }) => {
    const call = await connect(anna, boris, room);
    boris.socket.disconnect();
    const again = await enter(borisAtHome);
    expect((await again.lobby()).call).toMatchObject({ id: call.id, is: 'active', device: boris.device });
    expect(await again.refusal('resumeCall', of(call, again))).toBe('gone');
    again.device = boris.device;
    expect(await again.refusal('signal', { ...of(call, again), signal: 'too early' })).toBe('gone');
    expect(await again.ask('resumeCall', of(call, again))).toMatchObject({ is: 'active', device: again.device });
    await anna.ask('signal', { ...of(call, anna), signal: 'to you' });
    await again.ask('signal', { ...of(call, again), signal: 'and back' });
    await expect.poll(() => again.signals).toEqual([{ call: call.id, signal: 'to you' }]);
    await expect.poll(() => anna.signals).toEqual([{ call: call.id, signal: 'and back' }]);
    await hangUp(again, call);
  });
});

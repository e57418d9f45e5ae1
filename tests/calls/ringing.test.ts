import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ABANDONED_MS, AWAY_MS, RING_MS } from '../../src/contract/call-protocol.ts';
import {
  acquaint,
  connect,
  endsIn,
  forgetCalls,
  hangUp,
  of,
  ring,
  statesOf,
  tracesIn,
  turn,
} from '../support/service/call-client.ts';
import { type Guest, guestList } from '../support/service/chat-client.ts';
import { databases, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const ago = (milliseconds: number) => sql<Date>`now() - make_interval(secs => ${sql.lit(milliseconds / 1000)})`;

describe.each(databases)('on %s', (database) => {
  const service = testService(database, turn);
  const enter = guestList();
  const arrive = async (): Promise<Guest> => enter((await service.join()).visitor);
  const db = () => service.brand('velvet').db;
  const unreadIn = async (guest: Guest, where: string) =>
    (await guest.lobby()).rooms.find(({ id }) => id === where)!.unread;
  let anna: Guest;
  let boris: Guest;
  let borisAtHome: Visitor;
  let room: string;
  beforeEach(async () => {
    [anna, { visitor: borisAtHome }] = await Promise.all([arrive(), service.join()]);
    boris = await enter(borisAtHome);
    room = await acquaint(anna, boris);
  });
  afterEach(() => forgetCalls(service));

  test('it rings on every device; one answers, and the others are told which', async () => {
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
    for (const guest of [boris, borisToo]) {
      await expect.poll(() => guest.calls).toEqual([ringing]);
      expect((await guest.lobby()).call).toEqual(ringing);
    }
    const active = { ...ringing, is: 'active', device: borisToo.device };
    expect(await borisToo.ask('answerCall', of(call, borisToo))).toEqual(active);
    for (const guest of [boris, borisToo]) await expect.poll(() => guest.calls.at(-1)).toEqual(active);
    await expect.poll(() => anna.calls.at(-1)).toEqual({ ...call, is: 'active' });
    expect((await anna.lobby()).call).toEqual({ ...call, is: 'active' });
    for (const what of ['answerCall', 'resumeCall'] as const)
      expect(await boris.refusal(what, of(call, boris))).toBe('gone');
    expect(await boris.refusal('hangUp', { ...of(call, boris), failed: false })).toBe('gone');
    // Asked again, because the answer may have been lost.
    expect(await borisToo.ask('answerCall', of(call, borisToo))).toEqual(active);
    await hangUp(borisToo, call);
    for (const guest of [anna, boris, borisToo]) {
      await expect.poll(() => statesOf(guest, call)).toEqual(['ringing', 'active', 'answered']);
      expect((await guest.lobby()).call).toBeNull();
    }
  });

  test('whoever declines stops it everywhere, and has missed nothing', async () => {
    const borisToo = await enter(borisAtHome);
    const call = await ring(anna, room);
    await hangUp(boris, call);
    for (const guest of [anna, boris, borisToo])
      await expect.poll(() => statesOf(guest, call)).toEqual(['ringing', 'declined']);
    expect(await endsIn(boris, room)).toEqual(['declined']);
    expect(await unreadIn(boris, room)).toBe(0);
    for (const [who, what] of [[anna, 'resumeCall'] as const, [boris, 'answerCall'] as const])
      expect(await who.refusal(what, of(call, who))).toBe('gone');
  });

  test('whoever gives up has called in vain, and the other one has missed it', async () => {
    const call = await ring(anna, room);
    await hangUp(anna, call);
    await expect.poll(() => statesOf(boris, call)).toEqual(['ringing', 'missed']);
    expect([await unreadIn(anna, room), await unreadIn(boris, room)]).toEqual([0, 1]);
    expect(await anna.refusal('hangUp', { ...of(call, anna), failed: false })).toBe('gone');
  });

  test('it rings no longer than it should', async () => {
    const call = await ring(anna, room);
    await db()
      .updateTable('call')
      .set({ startedAt: ago(RING_MS) })
      .execute();
    for (const guest of [anna, boris]) await expect.poll(() => statesOf(guest, call)).toEqual(['ringing', 'missed']);
    expect(await endsIn(anna, room)).toEqual(['missed']);
  });

  test('what became of a call stays as one message of its caller, with how long they talked', async () => {
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
    for (const guest of [anna, boris])
      await expect
        .poll(() => guest.changes.flatMap(({ messages }) => messages).filter((one) => one.call))
        .toEqual([{ ...traces[0], mine: undefined }]);
    expect(await unreadIn(boris, room)).toBe(0);
    const { seq } = traces[0]!;
    for (const guest of [anna, boris]) {
      expect(await guest.refusal('edit', { room, seq, text: 'Changed' })).toBe('gone');
      expect(await guest.refusal('delete', { room, seq })).toBe('gone');
      expect(await guest.refusal('react', { room, seq, reaction: '👍', on: true })).toBe('gone');
    }
    expect(await tracesIn(anna, room)).toEqual(traces);
    expect((await anna.say(room, 'And on')).seq).toBe(seq + 1);
  });

  test('a call in which nothing came through has failed, and one that nobody answered has not', async () => {
    await hangUp(anna, await connect(anna, boris, room), true);
    await hangUp(anna, await ring(anna, room), true);
    expect((await tracesIn(anna, room)).map(({ call }) => [call.end, call.seconds])).toEqual([
      ['failed', 0],
      ['missed', 0],
    ]);
  });

  test('whoever is in a call, or is rung, is busy, and learns of it; whoever calls out of a call is told', async () => {
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

  test('a call that is asked for again is the same one, until it is over', async () => {
    const call = await ring(anna, room);
    expect(await ring(anna, room, { call: call.id })).toEqual(call);
    expect(await ring(anna, room)).toEqual(call);
    await hangUp(anna, call);
    await expect.poll(() => statesOf(boris, call)).toEqual(['ringing', 'missed']);
    const again = { call: call.id, device: anna.device, room, video: false };
    expect(await anna.refusal('call', again)).toBe('gone');
    expect(await endsIn(anna, room)).toEqual(['missed']);
  });

  test('after a reload the same device goes on, and signals reach it there; another one does not', async () => {
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

  test('whoever is away for too long is no longer in it, and they have talked until then', async () => {
    const call = await connect(anna, boris, room);
    boris.socket.disconnect();
    await db()
      .updateTable('call')
      .set({ answeredAt: ago(2 * AWAY_MS) })
      .execute();
    await db()
      .updateTable('inCall')
      .set({ seenAt: ago(AWAY_MS + 1000) })
      .where('userId', '=', boris.me.id)
      .execute();
    await expect.poll(() => statesOf(anna, call)).toEqual(['ringing', 'active', 'answered']);
    const [seconds] = (await tracesIn(anna, room)).map((trace) => trace.call.seconds);
    expect(seconds).toBeGreaterThanOrEqual(AWAY_MS / 1000 - 1);
    expect(seconds).toBeLessThan((1.5 * AWAY_MS) / 1000);
  });

  /** Closes a socket, as a tab that dies does, and waits until the service has noticed. */
  const vanish = async ({ socket }: Guest): Promise<void> => {
    const id = socket.id!;
    const isStored = async (): Promise<boolean> =>
      (await db().selectFrom('connection').select('id').where('id', '=', id).execute()).length > 0;
    await expect.poll(isStored).toBe(true);
    socket.disconnect();
    await expect.poll(isStored).toBe(false);
  };
  const lastSeen = (guest: Guest, milliseconds: number) =>
    db()
      .updateTable('inCall')
      .set({ seenAt: ago(milliseconds) })
      .where('userId', '=', guest.me.id)
      .execute();

  test('a call from another device ends the one whose device has vanished, in the same conversation too', async () => {
    const clara = await arrive();
    const withClara = await acquaint(clara, boris);
    const call = await connect(anna, boris, room);
    const borisToo = await enter(borisAtHome);
    const body = { call: randomUUID(), device: borisToo.device, room: withClara, video: false };
    expect(await borisToo.refusal('call', body)).toBe('busy');
    await vanish(boris);
    const toClara = await ring(borisToo, withClara);
    await expect.poll(() => statesOf(anna, call)).toEqual(['ringing', 'active', 'answered']);
    await hangUp(borisToo, toClara);
    const again = await connect(anna, borisToo, room);
    const borisAgain = await enter(borisAtHome);
    await vanish(borisToo);
    const toAnna = await ring(borisAgain, room);
    await expect.poll(() => statesOf(anna, again)).toEqual(['ringing', 'active', 'answered']);
    await expect.poll(() => statesOf(anna, toAnna)).toEqual(['ringing']);
    await hangUp(borisAgain, toAnna);
  });

  test('another caller reaches whose device has vanished, but not before it may be back', async () => {
    const clara = await arrive();
    const withClara = await acquaint(clara, boris);
    const borisToo = await enter(borisAtHome);
    const call = await connect(anna, boris, room);
    await vanish(boris);
    const body = { call: randomUUID(), device: clara.device, room: withClara, video: false };
    await lastSeen(boris, ABANDONED_MS / 2);
    expect(await clara.refusal('call', body)).toBe('busy');
    await lastSeen(boris, ABANDONED_MS);
    const second = await ring(clara, withClara);
    await expect.poll(() => statesOf(anna, call)).toEqual(['ringing', 'active', 'answered']);
    await borisToo.ask('answerCall', of(second, borisToo));
    // The others of a call are busy as long as they are there.
    await vanish(clara);
    await lastSeen(clara, ABANDONED_MS);
    const dora = await arrive();
    const withBoris = await acquaint(dora, borisToo);
    expect(await dora.refusal('call', { ...body, call: randomUUID(), device: dora.device, room: withBoris })).toBe(
      'busy',
    );
    await hangUp(borisToo, second);
  });

  test('it stops ringing when the tab of the caller is gone, and goes on where it is back', async () => {
    const { visitor } = await service.join();
    const clara = await enter(visitor);
    const withClara = await acquaint(clara, boris);
    const call = await ring(clara, withClara);
    await vanish(clara);
    const again = await enter(visitor);
    again.device = clara.device;
    await lastSeen(clara, ABANDONED_MS / 2);
    expect(await again.ask('resumeCall', of(call, again))).toMatchObject({ is: 'ringing' });
    await lastSeen(clara, ABANDONED_MS);
    // Only the second beat comes after a whole look for calls that are over.
    const seenSince = async (): Promise<boolean> => {
      const { seenAt } = await db()
        .selectFrom('inCall')
        .select(sql<number>`extract(epoch from now() - "seenAt")::float`.as('seenAt'))
        .where('userId', '=', clara.me.id)
        .executeTakeFirstOrThrow();
      return seenAt * 1000 < ABANDONED_MS;
    };
    await expect.poll(seenSince).toBe(true);
    await lastSeen(clara, ABANDONED_MS);
    await expect.poll(seenSince).toBe(true);
    expect((await boris.lobby()).call).toMatchObject({ id: call.id, is: 'ringing' });
    await vanish(again);
    await lastSeen(clara, ABANDONED_MS);
    await expect.poll(() => statesOf(boris, call)).toEqual(['ringing', 'missed']);
  });

  test('whoever is there is not away, however long it lasts', async () => {
    const call = await connect(anna, boris, room);
    await db()
      .updateTable('inCall')
      .set({ seenAt: ago(AWAY_MS - 1000) })
      .execute();
    const awayFor = async (): Promise<number[]> => {
      const rows = await db()
        .selectFrom('inCall')
        .select(sql<number>`extract(epoch from now() - "seenAt")::float`.as('seconds'))
        .execute();
      return rows.map(({ seconds }) => seconds).filter((seconds) => seconds < 10);
    };
    await expect.poll(awayFor).toHaveLength(2);
    expect((await anna.lobby()).call).toMatchObject({ id: call.id, is: 'active' });
    await hangUp(anna, call);
  });
});

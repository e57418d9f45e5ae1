import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { ABANDONED_MS, AWAY_MS } from '../../src/contract/chat/call-protocol.ts';
import { acquaint, ago, connect, hangUp, of, ring, statesOf, tracesIn } from '../support/service/calls/call-steps.ts';
import { callSuite } from '../support/service/calls/call-suite.ts';
import type { TestUser } from '../support/service/chat/chat-test-user.ts';
import { databases } from '../support/service/test-service.ts';

describe.each(databases)('on %s', (database) => {
  const { service, db, enter, arrive, test } = callSuite(database);

  test('a call ends where a device is away longer than AWAY_MS, and lasted until the device was last seen', async ({
    pair: { anna, boris, room },
  }) => {
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

  /** Closes a socket, as a tab that dies does, and waits until the service has deleted its connection. */
  const vanish = async ({ socket }: TestUser): Promise<void> => {
    const id = socket.id!;
    const isStored = async (): Promise<boolean> =>
      (await db().selectFrom('connection').select('id').where('id', '=', id).execute()).length > 0;
    await expect.poll(isStored).toBe(true);
    socket.disconnect();
    await expect.poll(isStored).toBe(false);
  };
  const lastSeen = (user: TestUser, milliseconds: number) =>
    db()
      .updateTable('inCall')
      .set({ seenAt: ago(milliseconds) })
      .where('userId', '=', user.me.id)
      .execute();

  test('a call from another device ends the call of a device that vanished, in the same conversation too', async ({
    pair: { anna, boris, borisAtHome, room },
  }) => {
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

  test('another caller reaches a user whose device vanished ABANDONED_MS ago, and not earlier', async ({
    pair: { anna, boris, borisAtHome, room },
  }) => {
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
    // The other user of a call stays busy while present.
    await vanish(clara);
    await lastSeen(clara, ABANDONED_MS);
    const dora = await arrive();
    const withBoris = await acquaint(dora, borisToo);
    expect(await dora.refusal('call', { ...body, call: randomUUID(), device: dora.device, room: withBoris })).toBe(
      'busy',
    );
    await hangUp(borisToo, second);
  });

  test('a call stops ringing if the tab of its caller vanishes, and goes on ringing if the tab returns in time', async ({
    pair: { boris },
  }) => {
    const { visitor } = await service.addUser();
    const clara = await enter(visitor);
    const withClara = await acquaint(clara, boris);
    const call = await ring(clara, withClara);
    await vanish(clara);
    const again = await enter(visitor);
    again.device = clara.device;
    await lastSeen(clara, ABANDONED_MS / 2);
    expect(await again.ask('resumeCall', of(call, again))).toMatchObject({ is: 'ringing' });
    await lastSeen(clara, ABANDONED_MS);
    // The second heartbeat follows a complete search for due calls.
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

  test('a present device never counts as away', async ({ pair: { anna, boris, room } }) => {
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

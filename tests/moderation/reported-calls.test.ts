import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { connect, hangUp, ring, statesOf } from '../support/service/calls/call-steps.ts';
import { callSuite } from '../support/service/calls/call-suite.ts';
import type { TestUser } from '../support/service/chat/chat-test-user.ts';
import { ok } from '../support/service/moderation/moderation-cases.ts';
import { addModerator } from '../support/service/moderation/moderator.ts';
import { databases } from '../support/service/test-service.ts';

describe.each(databases)('on %s', (database) => {
  const { service, db, arrive, test } = callSuite(database);
  const reportCall = (user: TestUser, about: TestUser, room: string, call: string) =>
    user.try('report', { room, person: about.me.id, reason: 'other', note: '', shown: [], call });
  const callsInCaseOf = async ({ me }: TestUser) => {
    const { id } = await db()
      .selectFrom('moderationCase')
      .select('id')
      .where('person', '=', me.id)
      .executeTakeFirstOrThrow();
    return (await ok(await addModerator(service), 'claim', { case: id })).reports.map(({ call }) => call);
  };

  test('a call can be reported while it lasts, with its facts alone', async ({ pair: { anna, boris, room } }) => {
    const call = await connect(anna, boris, room);
    // It rang for five seconds, and they have talked for a minute.
    const [ringAt, answeredAt] = [new Date(Date.now() - 65_000), new Date(Date.now() - 60_000)];
    await db().updateTable('call').set({ startedAt: ringAt, answeredAt }).where('id', '=', call.id).execute();
    expect(await reportCall(boris, anna, room, call.id)).toEqual({ ok: {} });
    const [facts] = await callsInCaseOf(anna);
    expect(facts).toEqual({
      byReported: true,
      video: false,
      startedAt: answeredAt.getTime(),
      seconds: expect.any(Number) as number,
    });
    expect(facts!.seconds).toBeGreaterThanOrEqual(60);
    expect(facts!.seconds).toBeLessThan(75);
    await hangUp(anna, call);
  });

  test('a call can be reported for 24 hours after its end', async ({ pair: { anna, boris, room } }) => {
    const call = await connect(anna, boris, room);
    await hangUp(anna, call);
    await expect.poll(() => statesOf(boris, call)).toContain('answered');
    expect(await reportCall(anna, boris, room, call.id)).toEqual({ ok: {} });
    expect(await callsInCaseOf(boris)).toEqual([
      {
        byReported: false,
        video: false,
        startedAt: expect.any(Number) as number,
        seconds: expect.any(Number) as number,
      },
    ]);
    await db()
      .updateTable('message')
      .set({ sentAt: sql<Date>`now() - interval '24 hours 1 second'` })
      .where('clientId', '=', call.id)
      .execute();
    expect(await reportCall(boris, anna, room, call.id)).toEqual({ error: 'gone' });
  });

  test('nobody but the two people reports a call, and none is reported about a third person', async ({ pair }) => {
    const { anna, boris, room } = pair;
    const eve = await arrive();
    const call = await ring(anna, room);
    expect(await reportCall(eve, anna, room, call.id)).toEqual({ error: 'gone' });
    expect(await reportCall(boris, eve, room, call.id)).toEqual({ error: 'gone' });
    await anna.ask('enter', { room: 'en.lounge' });
    expect(await reportCall(anna, boris, 'en.lounge', call.id)).toEqual({ error: 'gone' });
    expect(await reportCall(anna, boris, room, randomUUID())).toEqual({ error: 'gone' });
    expect(
      await db()
        .selectFrom('report')
        .select('id')
        .where('call', 'is not', null)
        .where('reported', '=', eve.me.id)
        .execute(),
    ).toEqual([]);
    await hangUp(anna, call);
    await expect.poll(() => statesOf(boris, call)).toContain('missed');
    // It was never answered.
    expect(await reportCall(boris, anna, room, call.id)).toEqual({ ok: {} });
    expect(await callsInCaseOf(anna)).toMatchObject([{ seconds: null }]);
  });
});

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { APPEAL_DAYS } from '../../src/contract/moderation/protocol.ts';
import { purgeCases } from '../../src/service/retention/purge-cases.ts';
import { purgeBrand } from '../../src/service/retention/retention.ts';
import { chatEntry, type TestUser } from '../support/service/chat/chat-test-user.ts';
import {
  addCase,
  decisionWith,
  floodBan,
  ok,
  sendAppeal,
  statementsOf,
} from '../support/service/moderation/moderation-cases.ts';
import { addModerator } from '../support/service/moderation/moderator.ts';
import { databases, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const ago = (interval: string) => sql<Date>`now() - ${sql.lit(interval)}::interval`;
const TEXT = 'A text that must not stay';
/** After the period of appeal and 30 days. */
const OVER = `${APPEAL_DAYS + 30} days 1 minute`;
const NOT_OVER = `${APPEAL_DAYS + 30} days -1 minute`;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  const brand = () => service.brand('amber');
  const { db } = { db: () => brand().db };
  async function arrive(): Promise<TestUser & { visitor: Visitor }> {
    const { visitor } = await service.addUser();
    return Object.assign(await enter(visitor, 'en.lounge'), { visitor });
  }
  async function addReport(about: TestUser): Promise<string> {
    const message = { seq: 1, sender: about.me.id, text: TEXT };
    return (await addCase(brand(), (await arrive()).me, about.me, { room: 'en.lounge', messages: [message] })).case;
  }
  async function decide(
    about: TestUser,
    decision = decisionWith({ act: 'warn' }),
  ): Promise<{ id: string; decision: string }> {
    const id = await addReport(about);
    return { id, ...(await ok(await addModerator(service), 'decide', { case: id, ...decision })) };
  }
  /** Moves a decided case into the past. */
  async function age(id: string, interval: string): Promise<void> {
    await db()
      .updateTable('moderationCase')
      .set({ decidedAt: ago(interval) })
      .where('id', '=', id)
      .execute();
    await db()
      .updateTable('decision')
      .set({ createdAt: ago(interval) })
      .where('case', '=', id)
      .execute();
  }
  const purge = () => purgeBrand(brand(), 30);
  async function restOf(id: string, decision?: string) {
    const [cases, reports, decisions] = await Promise.all([
      db().selectFrom('moderationCase').select('id').where('id', '=', id).execute(),
      db().selectFrom('report').select('id').where('case', '=', id).execute(),
      db()
        .selectFrom('decision')
        .select('id')
        .where('id', '=', decision ?? null)
        .execute(),
    ]);
    return [cases.length, reports.length, decisions.length];
  }
  const figuresOf = async () =>
    (await db().selectFrom('moderationFigure').select('facts').execute()).map(({ facts }) => facts);

  test('a decided case goes with its reports 30 days after the period of appeal, and an undecided case stays', async () => {
    const [eve, olga, nina] = [await arrive(), await arrive(), await arrive()];
    const [over, young] = [await decide(eve), await decide(olga)];
    const undecided = await addReport(nina);
    await age(over.id, OVER);
    await age(young.id, NOT_OVER);
    await db()
      .updateTable('moderationCase')
      .set({ createdAt: ago('3 years') })
      .where('id', '=', undecided)
      .execute();
    await db()
      .updateTable('report')
      .set({ createdAt: ago('3 years') })
      .where('case', '=', undecided)
      .execute();
    await purge();
    expect(await restOf(over.id, over.decision)).toEqual([0, 0, 0]);
    expect(await restOf(young.id, young.decision)).toEqual([1, 1, 1]);
    expect(await restOf(undecided)).toEqual([1, 1, 0]);
    expect(await statementsOf(eve.visitor)).toEqual([]);
    const figures = await figuresOf();
    expect(figures).toContainEqual(
      expect.objectContaining({ kind: 'report', reason: 'spam', outcome: 'acted', items: 1 }),
    );
    expect(figures).toContainEqual(expect.objectContaining({ kind: 'decision', act: 'warn', initiative: 'report' }));
    for (const secret of [TEXT, eve.me.id, eve.me.name]) expect(JSON.stringify(figures)).not.toContain(secret);
  });

  test('a dismissed case goes as well', async () => {
    const eve = await arrive();
    const { id, decision } = await decide(eve, { act: 'dismiss', facts: '' });
    await age(id, OVER);
    await purge();
    expect(await restOf(id, decision)).toEqual([0, 0, 0]);
  });

  test('a held case stays until the hold ends', async () => {
    const [eve, lead] = [await arrive(), await addModerator(service, 'lead')];
    const { id, decision } = await decide(eve);
    await ok(lead, 'hold', { case: id, on: true, note: 'Asked for by the police' });
    await age(id, '9 years');
    await purge();
    expect(await restOf(id, decision)).toEqual([1, 1, 1]);
    await ok(lead, 'hold', { case: id, on: false, note: 'Over' });
    await purge();
    expect(await restOf(id, decision)).toEqual([0, 0, 0]);
  });

  test('a case with an appeal stays until 30 days after the answer', async () => {
    const [eve, other] = [await arrive(), await addModerator(service)];
    const { id, decision } = await decide(eve);
    await sendAppeal(eve.visitor, decision, TEXT);
    await age(id, OVER);
    await purge();
    expect(await restOf(id, decision)).toEqual([1, 1, 1]);
    await ok(other, 'answerAppeal', { decision, upheld: true, answer: 'It stands.' });
    await purge();
    expect(await restOf(id, decision)).toEqual([1, 1, 1]);
    const answered = (interval: string) =>
      db()
        .updateTable('decision')
        .set({ answeredAt: ago(interval) })
        .where('id', '=', decision)
        .execute();
    await answered('30 days -1 minute');
    await purge();
    expect(await restOf(id, decision)).toEqual([1, 1, 1]);
    await answered('30 days 1 minute');
    await purge();
    expect(await restOf(id, decision)).toEqual([0, 0, 0]);
    expect(await figuresOf()).toContainEqual(expect.objectContaining({ kind: 'appeal', act: 'warn', upheld: true }));
  });

  test.each([
    ['ban', 'ban'],
    ['mute', 'restriction'],
  ] as const)('a decision behind a %s in force stays without its texts, until it ends', async (act, table) => {
    const eve = await arrive();
    const { id, decision } = await decide(eve, decisionWith({ act, hours: null, facts: TEXT }));
    await db()
      .updateTable('decision')
      .set({ removed: sql`${JSON.stringify([{ room: 'en.lounge', seq: 1, text: TEXT }])}::jsonb` })
      .where('id', '=', decision)
      .execute();
    await age(id, OVER);
    await purge();
    expect(await restOf(id, decision)).toEqual([0, 0, 1]);
    const [kept] = await db().selectFrom('decision').selectAll().where('id', '=', decision).execute();
    expect(kept).toMatchObject({ act, person: eve.me.id, case: null });
    expect(JSON.stringify(kept)).not.toContain(TEXT);
    expect(await db().selectFrom(table).select('decision').where('decision', '=', decision).execute()).toHaveLength(1);
    await db()
      .updateTable(table)
      .set({ until: ago('1 second') })
      .where('decision', '=', decision)
      .execute();
    await purge();
    expect(await restOf(id, decision)).toEqual([0, 0, 0]);
    // It is counted once.
    expect((await figuresOf()).filter((facts) => facts.kind === 'decision' && facts.act === act)).toHaveLength(1);
  });

  test('a decision behind a longer ban stays without its texts while undoing that can bring its ban back', async () => {
    const [eve, moderator] = [await arrive(), await addModerator(service)];
    const shorter = await decide(eve, decisionWith({ act: 'ban', hours: 24, facts: TEXT }));
    const longer = await decide(eve, decisionWith({ act: 'ban', hours: null }));
    await age(shorter.id, OVER);
    await purge();
    expect(await restOf(shorter.id, shorter.decision)).toEqual([0, 0, 1]);
    await ok(moderator, 'undo', { decision: longer.decision, note: 'Too long.' });
    const bans = db().selectFrom('ban').select('decision').where('userId', '=', eve.me.id);
    expect(await bans.execute()).toEqual([{ decision: shorter.decision }]);
    const third = await decide(eve, decisionWith({ act: 'ban', hours: null }));
    expect(await bans.execute()).toEqual([{ decision: third.decision }]);
    await db()
      .updateTable('decision')
      .set({ until: ago('1 second') })
      .where('id', '=', shorter.decision)
      .execute();
    await purge();
    expect(await restOf(shorter.id, shorter.decision)).toEqual([0, 0, 0]);
  });

  test('a case without a report goes after its claim, unless it is decided, escalated or held', async () => {
    const moderator = await addModerator(service);
    const open = async () => (await ok(moderator, 'openCase', { nickname: (await arrive()).me.name })).case;
    const [claimed, left, released] = [await open(), await open(), await open()];
    const [decided, escalated, held] = [await open(), await open(), await open()];
    const reported = await addReport(await arrive());
    await ok(moderator, 'release', { case: released });
    await ok(moderator, 'decide', { case: decided, ...decisionWith({ act: 'warn' }) });
    await ok(moderator, 'escalate', { case: escalated, escalation: 'child' });
    await ok(moderator, 'hold', { case: held, on: true, note: 'Asked for by the police' });
    await db()
      .updateTable('moderationCase')
      .set({ claimedUntil: ago('1 second') })
      .where('id', 'in', [left, decided, escalated, held])
      .execute();
    await purge();
    const rests = await Promise.all(
      [claimed, left, released, decided, escalated, held, reported].map(async (id) => (await restOf(id))[0]),
    );
    expect(rests).toEqual([1, 0, 0, 1, 1, 1, 1]);
  });

  test('a case without a report whose dismissal was undone goes after the period of appeal', async () => {
    const moderator = await addModerator(service);
    const { case: id } = await ok(moderator, 'openCase', { nickname: (await arrive()).me.name });
    const { decision } = await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '' });
    await ok(moderator, 'undo', { decision, note: 'Too early' });
    const claimedUntil = ago('1 second');
    await db().updateTable('moderationCase').set({ claimedUntil }).where('id', '=', id).execute();
    await purge();
    expect(await restOf(id, decision)).toEqual([1, 0, 1]);
    await db()
      .updateTable('decision')
      .set({ createdAt: ago(OVER) })
      .where('id', '=', decision)
      .execute();
    await purge();
    expect(await restOf(id, decision)).toEqual([0, 0, 0]);
  });

  test('a decision without a case goes after the same time', async () => {
    const eve = await arrive();
    await floodBan(eve, brand());
    const found = () => db().selectFrom('decision').select('id').where('person', '=', eve.me.id).execute();
    const [{ id }] = (await found()) as [{ id: string }];
    const move = (interval: string) =>
      db()
        .updateTable('decision')
        .set({ createdAt: ago(interval) })
        .where('id', '=', id)
        .execute();
    await move(NOT_OVER);
    await purge();
    expect(await found()).toHaveLength(1);
    await move(OVER);
    await purge();
    // Its ban is in force.
    expect(await found()).toHaveLength(1);
    await db()
      .updateTable('ban')
      .set({ until: ago('1 second') })
      .where('userId', '=', eve.me.id)
      .execute();
    await purge();
    expect(await found()).toHaveLength(0);
  });

  test('figures go with the end of the next year', async () => {
    const year = new Date().getUTCFullYear();
    const facts = JSON.stringify({ kind: 'report' });
    const years = [year - 2, year - 1, year];
    await db().deleteFrom('moderationFigure').execute();
    await db()
      .insertInto('moderationFigure')
      .values(years.map((each) => ({ year: each, facts })))
      .execute();
    await purgeCases(brand());
    const left = await db().selectFrom('moderationFigure').select('year').orderBy('year').execute();
    expect(left.map((row) => row.year)).toEqual([year - 1, year]);
  });
});

import { describe, expect, test } from 'vitest';

import { actions } from '../../src/contract/api-paths.ts';
import type { Person } from '../../src/contract/chat/person.ts';
import { APPEAL_MAX } from '../../src/contract/moderation/protocol.ts';
import {
  addCase,
  addFormCase,
  decideAbout,
  decisionWith,
  ok,
  sendAppeal,
  statementsOf,
} from '../support/service/moderation/moderation-cases.ts';
import {
  addModerator,
  idOf,
  sendModerationRequest,
  type TestModerator,
} from '../support/service/moderation/moderator.ts';
import { databases, testService } from '../support/service/test-service.ts';

const HOLD = 'A court asks for it.';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const db = () => service.brand('amber').db;

  async function addPerson() {
    const { visitor, person } = await service.addUser();
    return { visitor, id: await idOf(service.brand('amber'), person), name: person.nickname };
  }
  const personOf = ({ id, person }: TestModerator): Person => ({ id, name: person.nickname });
  const caseAbout = (person: Person, reporter?: Person) => addCase(service.brand('amber'), reporter, person);

  test('a moderator neither claims, counts, reads nor reopens a case about themselves', async () => {
    const [moderator, other] = [await addModerator(service), await addModerator(service)];
    const work = async ({ request }: TestModerator) => {
      const { ok: me } = (await request('me', {})) as { ok: { work: object } };
      return me.work;
    };
    const before = await work(moderator);
    const seenByOther = (await work(other)) as { open: number };
    const { case: id } = await caseAbout(personOf(moderator));
    expect(await work(moderator)).toEqual(before);
    expect(await work(other)).toEqual({ ...seenByOther, open: seenByOther.open + 1 });
    expect(await moderator.request('openCase', { nickname: moderator.person.nickname })).toEqual({ error: 'gone' });
    expect(await ok(other, 'claim', { case: id })).toMatchObject({ case: id });
    const { decision } = await ok(other, 'decide', { case: id, act: 'dismiss', facts: 'Nothing in it.' });
    expect(JSON.stringify(await ok(moderator, 'done', {}))).not.toContain(decision);
    expect(JSON.stringify(await ok(other, 'done', {}))).toContain(decision);
    expect(await moderator.request('undo', { decision, note: 'Mine.' })).toEqual({ error: 'ownDecision' });
    const { decision: warning } = await ok(other, 'decide', {
      case: (await caseAbout(personOf(moderator))).case,
      ...decisionWith({ act: 'warn' }),
    });
    const unappealed = await work(moderator);
    await sendAppeal(moderator.visitor, warning, 'No.');
    expect(await work(moderator)).toEqual(unappealed);
  });

  test('a decision closes the reports that its moderator has seen; later ones wait in a case of their own', async () => {
    const moderator = await addModerator(service);
    const [eve, anna] = [await addPerson(), await addPerson()];
    const { case: id, report } = await caseAbout(eve, anna);
    const seen = (await ok(moderator, 'claim', { case: id })).reports.map((one) => one.id);
    expect(seen).toEqual([report]);
    const { id: later } = await db()
      .insertInto('report')
      .values({
        case: id,
        reporter: anna.id,
        reported: eve.id,
        room: 'en.lounge',
        reason: 'threat',
        note: '',
        shown: '[]',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '', reports: seen });
    const waiting = (await ok(moderator, 'queue', { list: 'open' })).entries.find(({ signals }) =>
      signals.includes('life'),
    );
    expect(waiting).toMatchObject({ reports: 1, claim: null });
    expect(waiting!.case).not.toBe(id);
    const { reports, account } = await ok(moderator, 'claim', { case: waiting!.case });
    expect([reports.map((one) => one.id), account?.strikes]).toEqual([[later], 0]);
    await ok(moderator, 'decide', { case: waiting!.case, ...decisionWith({ act: 'warn' }), reports: [later] });
    const left = await db()
      .selectFrom('moderationCase')
      .select('id')
      .where('person', '=', eve.id)
      .where('decidedAt', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });

  test('reports of a dismissed case that move to an open case take escalation and legal hold with them', async () => {
    const moderator = await addModerator(service);
    const eve = await addPerson();
    const { case: id } = await caseAbout(eve);
    await ok(moderator, 'escalate', { case: id, escalation: 'child' });
    await ok(moderator, 'hold', { case: id, on: true, note: HOLD });
    const { decision } = await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '' });
    const { case: open } = await caseAbout(eve);
    await ok(moderator, 'undo', { decision, note: 'Too fast.' });
    expect(await ok(moderator, 'claim', { case: open })).toMatchObject({
      escalation: 'child',
      hold: { note: HOLD },
      reports: [{}, {}],
    });
  });

  test('reports that a decision leaves open keep escalation and legal hold, so that no moderator ends the hold', async () => {
    const moderator = await addModerator(service);
    const { case: id, report } = await caseAbout(await addPerson());
    await ok(moderator, 'escalate', { case: id, escalation: 'life' });
    await ok(moderator, 'hold', { case: id, on: true, note: HOLD });
    await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '', reports: [] });
    const { case: waiting } = await db()
      .selectFrom('report')
      .select('case')
      .where('id', '=', report)
      .executeTakeFirstOrThrow();
    expect(waiting).not.toBe(id);
    expect(await ok(moderator, 'claim', { case: waiting! })).toMatchObject({
      escalation: 'life',
      hold: { note: HOLD },
      reports: [{}],
    });
    expect(await moderator.request('hold', { case: waiting!, on: false, note: HOLD })).toEqual({ error: 'lead' });
  });

  test('undoing a decision answers its open appeal', async () => {
    const [moderator, other] = [await addModerator(service), await addModerator(service)];
    const eve = await addPerson();
    const decision = await decideAbout(moderator, eve, decisionWith({ act: 'warn' }));
    await sendAppeal(eve.visitor, decision, 'I did not.');
    const undo = { decision, note: 'You are right.' };
    expect(await moderator.request('undo', undo)).toEqual({ error: 'ownDecision' });
    await ok(other, 'undo', undo);
    const ids = (await ok(other, 'appeals', {})).entries.map((entry) => entry.id);
    expect(ids).not.toContain(decision);
    expect(await statementsOf(eve.visitor)).toMatchObject([
      { undone: { note: 'You are right.' }, appeal: { outcome: { upheld: false, answer: 'You are right.' } } },
    ]);
    const answer = { decision, upheld: true, answer: 'It stands.' };
    expect(await other.request('answerAppeal', answer)).toEqual({ error: 'decided' });
  });

  test('the longest appeal and the longest decision fit in every script', async () => {
    const moderator = await addModerator(service);
    const [eve, anna] = [await addPerson(), await addPerson()];
    const decision = await decideAbout(moderator, eve, decisionWith({ act: 'warn', facts: '漢'.repeat(APPEAL_MAX) }));
    const sent = await sendAppeal(eve.visitor, decision, '漢'.repeat(APPEAL_MAX));
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('next')]);
    const { case: id, report } = await caseAbout(anna);
    const messages = Array.from({ length: 200 }, (_, seq) => ({ report, seq: seq + 1 }));
    const body = { ...decisionWith({ act: 'remove', facts: '漢'.repeat(APPEAL_MAX) }), case: id, messages };
    // It reaches the handler: the evidence has no such messages.
    expect((await sendModerationRequest(moderator.visitor, 'decide', body)).text).toBe('{"error":"body"}');
  });

  test('odd names and times are refused, and are no errors of the service', async () => {
    const lead = await addModerator(service, 'lead');
    const id = await addFormCase(service.brand('amber'), 'spam');
    for (const nickname of ['\0', 'a\0b', '\uD800', '%', "' or 1=1--"]) {
      expect(['nickname', 'body']).toContain(
        ((await lead.request('openCase', { nickname })) as { error: string }).error,
      );
      expect(['nickname', 'body']).toContain(
        ((await lead.request('identify', { case: id, nickname })) as { error: string }).error,
      );
    }
    for (const before of [Number.MAX_SAFE_INTEGER, 8.65e15])
      for (const name of ['log', 'done'] as const)
        expect(await lead.request(name, { before })).toEqual({ error: 'body' });
  });

  test('forms about one person are identified at the same time', async () => {
    const moderator = await addModerator(service);
    const eve = await addPerson();
    await caseAbout(eve);
    const unnamed = await Promise.all(Array.from({ length: 6 }, () => addFormCase(service.brand('amber'), 'spam')));
    const answers = await Promise.all(
      unnamed.map((form) => moderator.request('identify', { case: form, nickname: eve.name })),
    );
    expect(answers.map((answer) => 'ok' in answer)).toEqual(unnamed.map(() => true));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('the log tells which way a hold, an appeal, a room and a ban were decided', async () => {
    const lead = await addModerator(service, 'lead');
    const eve = await addPerson();
    const { case: id } = await caseAbout(eve);
    await ok(lead, 'hold', { case: id, on: true, note: HOLD });
    await ok(lead, 'decide', { case: id, ...decisionWith({ act: 'ban', hours: null }) });
    await ok(lead, 'setRoom', { room: 'en.lounge', slowSeconds: 5, closed: false, hours: 1 });
    const { entries } = await ok(lead, 'log', {});
    const subjects = entries
      .filter(({ moderator }) => moderator === lead.person.nickname)
      .map(({ subject }) => subject);
    expect(subjects.map((subject) => JSON.parse(subject) as object)).toEqual([
      {},
      { room: 'en.lounge', slowSeconds: 5, closed: false, hours: 1 },
      { case: id, act: 'ban', hours: null, rule: decisionWith({ act: 'ban' }).rule },
      { case: id, on: true },
    ]);
    await ok(lead, 'setRoom', { room: 'en.lounge', slowSeconds: 0, closed: false, hours: null });
  });

  test('a page of another origin sends no appeal', async () => {
    const moderator = await addModerator(service);
    const eve = await addPerson();
    const decision = await decideAbout(moderator, eve, decisionWith({ act: 'warn' }));
    const forged = { Origin: 'https://onyx.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await sendAppeal(eve.visitor, decision, 'No.', forged)).status).toBe(403);
    expect((await eve.visitor.post(actions.readDecision, { decision }, forged)).status).toBe(403);
  });
});

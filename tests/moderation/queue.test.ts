import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import type { RequestBody } from '../../src/contract/chat/chat-protocol.ts';
import type { CaseView } from '../../src/contract/moderation/protocol.ts';
import { QUEUE_PAGE, type QueueEntry, type QueueQuery } from '../../src/contract/moderation/queue.ts';
import { authoritiesOf } from '../../src/site/moderation/authorities.ts';
import { site } from '../support/configured-site.ts';
import { chatEntry, type TestUser } from '../support/service/chat/chat-test-user.ts';
import { addFormCase, decideAbout, decisionWith, ok } from '../support/service/moderation/moderation-cases.ts';
import { addModerator, type TestModerator } from '../support/service/moderation/moderator.ts';
import { databases, testService } from '../support/service/test-service.ts';

const room = 'en.lounge';
const ago = (interval: string) => sql<Date>`now() - ${sql.lit(interval)}::interval`;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  const db = () => service.brand('amber').db;
  const arrive = async (): Promise<TestUser> => enter((await service.addUser()).visitor, room);
  const report = (user: TestUser, about: TestUser, more: Partial<RequestBody<'report'>> = {}) =>
    user.ask('report', { room, person: about.me.id, reason: 'other', note: '', shown: [], ...more });
  const caseOf = async ({ me }: TestUser): Promise<string> => {
    const found = db()
      .selectFrom('moderationCase')
      .select('id')
      .where('person', '=', me.id)
      .where('decidedAt', 'is', null);
    return (await found.executeTakeFirstOrThrow()).id;
  };
  const claim = async (moderator: TestModerator, about: TestUser): Promise<CaseView> =>
    ok(moderator, 'claim', { case: await caseOf(about) });
  const queue = async (moderator: TestModerator, list: 'open' | 'escalated' = 'open'): Promise<QueueEntry[]> =>
    (await ok(moderator, 'queue', { list })).entries;
  const inQueue = async (moderator: TestModerator, id: string, list?: 'open' | 'escalated') =>
    (await queue(moderator, list)).find((entry) => entry.case === id);
  /** Has the claim of a case end. */
  const endClaim = (id: string) =>
    db()
      .updateTable('moderationCase')
      .set({ claimedUntil: ago('1 second') })
      .where('id', '=', id)
      .execute();

  test('reports about a person at the same time meet in one case, which shows what each reporter saw and nothing else', async () => {
    const [anna, boris, eve, moderator] = [await arrive(), await arrive(), await arrive(), await addModerator(service)];
    const { seq: first } = await eve.say(room, `${eve.me.name} before`);
    await eve.ask('edit', { room, seq: first, text: `${eve.me.name} after` });
    const { seq: second } = await anna.say(room, `${anna.me.name} replies`);
    await eve.say(room, `${eve.me.name} unseen`);
    await Promise.all([
      report(anna, eve, {
        reason: 'harassment',
        note: 'Rude',
        shown: [
          [first, first],
          [second, second],
        ],
      }),
      report(boris, eve, { reason: 'spam' }),
    ]);
    const id = await caseOf(eve);
    expect(await inQueue(moderator, id)).toMatchObject({
      reports: 2,
      signals: expect.arrayContaining(['severalReporters', 'links']) as string[],
      reasons: expect.arrayContaining(['harassment', 'spam']) as string[],
      claim: null,
    });
    const view = await claim(moderator, eve);
    const seen = view.reports.find(({ reason }) => reason === 'harassment')!;
    expect(seen).toMatchObject({ source: 'chat', note: 'Rude', room: { kind: 'public', id: room } });
    expect(seen.messages.map(({ text }) => text)).toEqual([`${eve.me.name} before`, `${anna.me.name} replies`]);
    expect(seen.messages.map(({ person }) => person)).toEqual([1, seen.reporter]);
    for (const secret of [anna, boris, eve].flatMap(({ me }) => [me.id]).concat(`${eve.me.name} unseen`))
      expect(JSON.stringify(view)).not.toContain(secret);
    const { names } = await ok(moderator, 'names', { case: id });
    expect(names[1]).toBe(eve.me.name);
    expect(names[seen.reporter!]).toBe(anna.me.name);
    expect(Object.values(names).toSorted()).toEqual([anna, boris, eve].map(({ me }) => me.name).toSorted());
    const log = await db().selectFrom('auditLog').select('request').where('moderator', '=', moderator.id).execute();
    expect(log.map(({ request }) => request)).toEqual(['queue', 'claim', 'names']);
  });

  test('a report about a decided person opens a new case', async () => {
    const [anna, eve, moderator] = [await arrive(), await arrive(), await addModerator(service)];
    await report(anna, eve);
    const first = await caseOf(eve);
    await ok(moderator, 'decide', { case: first, ...decisionWith({ act: 'warn' }) });
    expect(await inQueue(moderator, first)).toBeUndefined();
    await report(anna, eve);
    const second = await claim(moderator, eve);
    expect(second.case).not.toBe(first);
    expect(second.reports).toHaveLength(1);
    expect(second.account).toMatchObject({ strikes: 1 });
    expect(second.decisions).toMatchObject([{ act: 'warn', case: first }]);
  });

  test('a claimed case is closed to other moderators until the claim ends, is released or is prolonged no more', async () => {
    const [anna, eve] = [await arrive(), await arrive()];
    const [one, two] = [await addModerator(service), await addModerator(service)];
    await report(anna, eve);
    const id = await caseOf(eve);
    const both = await Promise.all([one, two].map((moderator) => moderator.request('claim', { case: id })));
    expect(both.map((answer) => ('error' in answer ? answer.error : 'mine')).toSorted()).toEqual(['claimed', 'mine']);
    const [owner, other] = 'ok' in both[0]! ? [one, two] : [two, one];
    expect(await inQueue(owner, id)).toMatchObject({ claim: 'mine' });
    expect(await inQueue(other, id)).toMatchObject({ claim: 'other' });
    for (const [name, body] of [
      ['claim', {}],
      ['names', {}],
      ['escalate', { escalation: 'life' }],
      ['hold', { on: true, note: 'Police' }],
      ['decide', decisionWith({ act: 'dismiss' })],
    ] as const)
      expect(await other.request(name, { case: id, ...body } as never), name).toEqual({ error: 'claimed' });
    // Nothing is released for another moderator.
    await ok(other, 'release', { case: id });
    expect(await other.request('claim', { case: id })).toEqual({ error: 'claimed' });
    const claimedUntil = async (): Promise<number> =>
      (
        await db().selectFrom('moderationCase').select('claimedUntil').where('id', '=', id).executeTakeFirstOrThrow()
      ).claimedUntil!.getTime();
    const before = await claimedUntil();
    await ok(owner, 'names', { case: id });
    expect(await claimedUntil()).toBeGreaterThan(before);
    await endClaim(id);
    await ok(other, 'claim', { case: id });
    expect(await owner.request('names', { case: id })).toEqual({ error: 'claimed' });
    await ok(other, 'release', { case: id });
    await ok(owner, 'claim', { case: id });
  });

  test('the queue is in the order of its signals, then of age', async () => {
    const [anna, boris, moderator] = [await arrive(), await arrive(), await addModerator(service)];
    const people: Record<string, TestUser> = {};
    for (const name of ['old', 'strikes', 'links', 'spam', 'newAccount', 'several', 'child', 'life', 'young']) {
      people[name] = await arrive();
      await db()
        .updateTable('user')
        .set({ createdAt: ago(name === 'newAccount' ? '1 hour' : '3 days') })
        .where('id', '=', people[name].me.id)
        .execute();
    }
    const { seq } = await people.links!.say(room, 'See www.elsewhere.example');
    await decideAbout(moderator, people.strikes!.me, decisionWith({ act: 'warn' }));
    await report(anna, people.several!);
    await report(boris, people.several!);
    await report(anna, people.life!, { reason: 'threat' });
    await report(anna, people.child!, { reason: 'minor' });
    await report(anna, people.spam!, { reason: 'spam' });
    await report(anna, people.links!, { shown: [[seq, seq]] });
    for (const name of ['young', 'strikes', 'newAccount', 'old']) await report(anna, people[name]!);
    const at = async (name: string, interval: string) =>
      db()
        .updateTable('moderationCase')
        .set({ since: ago(interval) })
        .where('person', '=', people[name]!.me.id)
        .execute();
    await at('old', '2 hours');
    await at('young', '1 hour');
    await at('links', '2 minutes');
    await at('spam', '1 minute');
    const names = new Map<string, string>();
    for (const [name, user] of Object.entries(people)) names.set(await caseOf(user), name);
    const order = (await queue(moderator)).flatMap((entry) => names.get(entry.case) ?? []);
    expect(order).toEqual(['life', 'child', 'several', 'newAccount', 'links', 'spam', 'strikes', 'old', 'young']);
    // A strike that is undone, or older than half a year, counts no more.
    await db()
      .updateTable('decision')
      .set({ createdAt: ago('181 days') })
      .where('person', '=', people.strikes!.me.id)
      .execute();
    expect((await inQueue(moderator, await caseOf(people.strikes!)))!.signals).toEqual([]);
  });

  test('dangers that an account reported stand before those that forms alone reported, and both before all other cases', async () => {
    const [anna, eve, ben, olga, moderator] = [
      await arrive(),
      await arrive(),
      await arrive(),
      await arrive(),
      await addModerator(service),
    ];
    const forms = [
      await addFormCase(service.brand('amber'), 'minor'),
      await addFormCase(service.brand('amber'), 'threat'),
    ];
    await report(anna, eve, { reason: 'minor' });
    await report(anna, ben, { reason: 'threat' });
    for (const reporter of [anna, eve, ben]) await report(reporter, olga, { reason: 'spam' });
    const ids = [await caseOf(ben), await caseOf(eve), ...forms.toReversed(), await caseOf(olga)];
    const order = (await queue(moderator)).map((entry) => entry.case).filter((id) => ids.includes(id));
    expect(order).toEqual(ids);
    // An account reports the same danger, or another reason.
    const { case: known } = await ok(moderator, 'identify', { case: forms[0]!, nickname: anna.me.name });
    await report(eve, anna);
    const after = (await queue(moderator)).map((entry) => entry.case);
    expect(after.indexOf(known)).toBeLessThan(after.indexOf(forms[1]!));
  });

  test('an escalated case is in the list of its own, with contacts of authorities, and comes back', async () => {
    const [anna, eve, moderator] = [await arrive(), await arrive(), await addModerator(service)];
    await report(anna, eve);
    const id = await caseOf(eve);
    await ok(moderator, 'escalate', { case: id, escalation: 'child' });
    expect(await inQueue(moderator, id)).toBeUndefined();
    expect(await inQueue(moderator, id, 'escalated')).toMatchObject({ signals: ['child'] });
    await ok(moderator, 'escalate', { case: id, escalation: null });
    expect(await inQueue(moderator, id, 'escalated')).toBeUndefined();
    expect(await inQueue(moderator, id)).toMatchObject({ signals: [] });
    expect((await ok(moderator, 'authorities', {})).authorities).toEqual(authoritiesOf(site.folder).value);
  });

  test('a case without a report is in a list once it is escalated or held', async () => {
    const [eve, ben, moderator] = [await arrive(), await arrive(), await addModerator(service)];
    const { case: id } = await ok(moderator, 'openCase', { nickname: eve.me.name });
    expect(await inQueue(moderator, id)).toBeUndefined();
    const { work } = await ok(moderator, 'me', {});
    await ok(moderator, 'escalate', { case: id, escalation: 'life' });
    expect(await inQueue(moderator, id, 'escalated')).toMatchObject({ reports: 0, reasons: [], signals: ['life'] });
    const { case: held } = await ok(moderator, 'openCase', { nickname: ben.me.name });
    await ok(moderator, 'hold', { case: held, on: true, note: 'A court asks for it.' });
    expect(await inQueue(moderator, held)).toMatchObject({ reports: 0, onHold: true });
    expect((await ok(moderator, 'me', {})).work).toEqual({
      ...work,
      open: work!.open + 1,
      escalated: work!.escalated + 1,
    });
  });

  test('a moderator sets a hold with a note, and a lead alone ends it', async () => {
    const [anna, eve] = [await arrive(), await arrive()];
    const [moderator, lead] = [await addModerator(service), await addModerator(service, 'lead')];
    await report(anna, eve);
    const id = await caseOf(eve);
    expect(await moderator.request('hold', { case: id, on: true, note: '' })).toEqual({ error: 'body' });
    await ok(moderator, 'hold', { case: id, on: true, note: 'Asked for by the police' });
    expect(await moderator.request('hold', { case: id, on: true, note: 'Again' })).toEqual({ error: 'onHold' });
    expect((await claim(moderator, eve)).hold).toMatchObject({ note: 'Asked for by the police' });
    expect(await moderator.request('hold', { case: id, on: false, note: 'Over' })).toEqual({ error: 'lead' });
    // Decided or not.
    await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'dismiss' }) });
    await ok(lead, 'hold', { case: id, on: false, note: 'Over' });
    expect(await db().selectFrom('moderationCase').select('heldAt').where('id', '=', id).execute()).toEqual([
      { heldAt: null },
    ]);
  });

  test('a form report gets its person by nickname, and joins the open case', async () => {
    const [anna, eve, moderator] = [await arrive(), await arrive(), await addModerator(service)];
    const [unknown, later] = [
      await addFormCase(service.brand('amber'), 'minor'),
      await addFormCase(service.brand('amber'), 'minor'),
    ];
    await ok(moderator, 'hold', { case: unknown, on: true, note: 'Asked for by the police' });
    await ok(moderator, 'escalate', { case: unknown, escalation: 'child' });
    const view = await ok(moderator, 'claim', { case: unknown });
    expect(view).toMatchObject({
      identified: false,
      account: null,
      reports: [{ source: 'form', place: 'The lounge', room: null }],
    });
    expect(await moderator.request('identify', { case: unknown, nickname: 'Nobody of this name' })).toEqual({
      error: 'nickname',
    });
    const { case: id } = await ok(moderator, 'identify', { case: unknown, nickname: eve.me.name.toUpperCase() });
    await report(anna, eve);
    await ok(moderator, 'identify', { case: later, nickname: ` ${eve.me.name} ` });
    const merged = await claim(moderator, eve);
    expect(merged).toMatchObject({
      case: id,
      identified: true,
      escalation: 'child',
      hold: { note: 'Asked for by the police' },
    });
    expect(merged.reports.map(({ source }) => source).toSorted()).toEqual(['chat', 'form', 'form']);
    expect(await moderator.request('identify', { case: id, nickname: anna.me.name })).toEqual({ error: 'decided' });
    expect(await moderator.request('claim', { case: unknown })).toEqual({ error: 'gone' });
  });

  test('forms fill half of a page at most, while cases of accounts wait', async () => {
    const [anna, eve, moderator] = [await arrive(), await arrive(), await addModerator(service)];
    await report(anna, eve);
    const forms = await Promise.all(
      Array.from({ length: QUEUE_PAGE }, () => addFormCase(service.brand('amber'), 'threat')),
    );
    const entries = await queue(moderator);
    expect(entries.map((entry) => entry.case)).toContain(await caseOf(eve));
    const isForm = (entry: QueueEntry): boolean => forms.includes(entry.case);
    const lastOfAccounts = entries.findLastIndex((entry) => !isForm(entry));
    expect(entries.slice(0, lastOfAccounts).filter(isForm).length).toBeLessThanOrEqual(QUEUE_PAGE / 2);
    await db().deleteFrom('report').where('case', 'in', forms).execute();
    await db().deleteFrom('moderationCase').where('id', 'in', forms).execute();
  });

  test.each([{}, { oldestFirst: true }] as const)('pages of %j have each case once', async (order) => {
    const forms = await Promise.all(
      Array.from({ length: QUEUE_PAGE + 20 }, () => addFormCase(service.brand('amber'), 'spam')),
    );
    const moderator = await addModerator(service);
    const read = (page: number) => ok(moderator, 'queue', { list: 'open', page, ...order });
    const { total, entries } = await read(0);
    const rest = await Promise.all(
      Array.from({ length: Math.ceil(total / QUEUE_PAGE) - 1 }, (_, page) => read(page + 1)),
    );
    const all = [entries, ...rest.map((page) => page.entries)].flat();
    expect(all.length).toBe(total);
    expect(new Set(all.map((entry) => entry.case)).size).toBe(total);
    expect(all.map((entry) => entry.case)).toEqual(expect.arrayContaining(forms));
    if ('oldestFirst' in order)
      expect(all.map(({ since }) => since)).toEqual(
        all.map(({ since }) => since).toSorted((one, other) => one - other),
      );
    expect((await read(99)).entries).toEqual([]);
    await db().deleteFrom('report').where('case', 'in', forms).execute();
    await db().deleteFrom('moderationCase').where('id', 'in', forms).execute();
  });

  test('each filter leaves the cases that it names', async () => {
    const [anna, boris, eve, olga] = [await arrive(), await arrive(), await arrive(), await arrive()];
    const moderator = await addModerator(service);
    await report(anna, eve, { reason: 'privacy' });
    await report(boris, olga, { reason: 'harassment' });
    const [ofEve, ofOlga] = [await caseOf(eve), await caseOf(olga)];
    const form = await addFormCase(service.brand('amber'), 'privacy');
    await db().updateTable('report').set({ lang: 'de' }).where('case', '=', form).execute();
    await db()
      .updateTable('moderationCase')
      .set({ since: ago('25 hours') })
      .where('id', '=', ofOlga)
      .execute();
    const filters: [Partial<QueueQuery>, string[], string[]][] = [
      [{ reason: 'privacy' }, [ofEve, form], [ofOlga]],
      [{ lang: 'en' }, [ofEve, ofOlga], [form]],
      [{ lang: 'de' }, [form], [ofEve, ofOlga]],
      [{ room }, [ofEve, ofOlga], [form]],
      [{ person: eve.me.name.toUpperCase() }, [ofEve], [ofOlga, form]],
      [{ reporter: boris.me.name }, [ofOlga], [ofEve, form]],
      [{ olderThanHours: 24 }, [ofOlga], [ofEve, form]],
      [{ reason: 'privacy', reporter: boris.me.name }, [], [ofEve, ofOlga, form]],
      [{ person: 'No such person' }, [], [ofEve, ofOlga, form]],
    ];
    for (const [filter, listed, others] of filters) {
      const { entries } = await ok(moderator, 'queue', { list: 'open', ...filter });
      const cases = entries.map((entry) => entry.case);
      for (const id of listed) expect(cases, JSON.stringify(filter)).toContain(id);
      for (const id of others) expect(cases, JSON.stringify(filter)).not.toContain(id);
    }
  });

  test('a moderator meets no case about themselves', async () => {
    const [anna, moderator] = [await arrive(), await addModerator(service)];
    const own = { me: { id: moderator.id } } as TestUser;
    await report(anna, own, { reason: 'minor' });
    const id = await caseOf(own);
    expect(await inQueue(moderator, id)).toBeUndefined();
    for (const name of ['claim', 'names', 'escalate', 'hold'] as const)
      expect(
        await moderator.request(name, {
          case: id,
          ...(name === 'escalate' && { escalation: null }),
          ...(name === 'hold' && { on: true, note: 'x' }),
        } as never),
        name,
      ).toEqual({ error: 'gone' });
    expect(await (await addModerator(service)).request('claim', { case: randomUUID() })).toEqual({ error: 'gone' });
    expect(await inQueue(await addModerator(service), id)).toBeDefined();
  });
});

import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { resources } from '../../src/contract/api-paths.ts';
import { FOR_GOOD } from '../../src/contract/moderation/protocol.ts';
import type { Account } from '../../src/contract/response-schemas.ts';
import { keyedHash } from '../../src/service/auth/tokens.ts';
import { encrypt } from '../../src/service/mail/encrypt.ts';
import { wordsOf } from '../support/dist.ts';
import { chatEntry, openSocket, opening, type TestUser } from '../support/service/chat/chat-test-user.ts';
import {
  addCase,
  decideAbout,
  decisionWith,
  entryOf,
  floodBan,
  ok,
  rulesIn,
  spamRule,
  statementsOf,
} from '../support/service/moderation/moderation-cases.ts';
import { addModerator } from '../support/service/moderation/moderator.ts';
import { databases, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const room = 'en.lounge';
const HOUR_MS = 3_600_000;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  const brand = () => service.brand('amber');
  async function arrive(): Promise<TestUser & { visitor: Visitor; email: string }> {
    const { visitor, person } = await service.addUser();
    return Object.assign(await enter(visitor, room), { visitor, email: person.email });
  }
  const open = async (visitor: Visitor): ReturnType<typeof opening> => {
    const socket = openSocket(visitor);
    const result = await opening(socket);
    socket.close();
    return result;
  };

  test('of two moderators who decide a case, the second is told that it is decided', async () => {
    const [one, two] = [await addModerator(service), await addModerator(service)];
    const eve = await arrive();
    const { case: id } = await addCase(brand(), undefined, eve.me);
    const decision = { case: id, ...decisionWith({ act: 'warn' }) };
    const answers = await Promise.all([one, two].map((moderator) => moderator.request('decide', decision)));
    expect(answers.map((answer) => ('error' in answer ? answer.error : 'ok')).toSorted()).toEqual(['decided', 'ok']);
    expect(await statementsOf(eve.visitor)).toHaveLength(1);
  });

  test('a moderator cannot decide a case that another moderator has claimed, until the claim ends', async () => {
    const [one, two] = [await addModerator(service), await addModerator(service)];
    const eve = await arrive();
    const { case: id } = await ok(one, 'openCase', { nickname: eve.me.name });
    const decision = { case: id, ...decisionWith({ act: 'warn' }) };
    expect(await two.request('decide', decision)).toEqual({ error: 'claimed' });
    expect(await two.request('openCase', { nickname: eve.me.name })).toEqual({ error: 'claimed' });
    await brand()
      .db.updateTable('moderationCase')
      .set({ claimedUntil: new Date(Date.now() - 1) })
      .where('id', '=', id)
      .execute();
    expect(await ok(two, 'openCase', { nickname: eve.me.name })).toEqual({ case: id });
    await ok(two, 'decide', decision);
    expect(await statementsOf(eve.visitor)).toMatchObject([{ act: 'warn', initiative: 'own', automated: false }]);
  });

  test('removed messages vanish for all, stay in the decision, and come back with its undoing', async () => {
    const moderator = await addModerator(service);
    const [anna, eve] = [await arrive(), await arrive()];
    const texts = [1, 2, 3].map((number) => `${eve.me.name} advertises ${number}`);
    const messages: { seq: number; sender: string; text: string }[] = [];
    for (const text of texts) messages.push({ seq: (await eve.say(room, text)).seq, sender: eve.me.id, text });
    const { seq } = await anna.say(room, 'Please stop');
    await anna.ask('react', { room, seq: messages[0]!.seq, reaction: '👍', on: true });
    messages.push({ seq, sender: anna.me.id, text: 'Please stop' });
    const { case: id, report } = await addCase(brand(), anna.me, eve.me, { room, messages });
    const named = (...seqs: number[]) => seqs.map((number) => ({ report, seq: number }));
    const [first, second, third] = messages.map((message) => message.seq);
    const remove = (...seqs: number[]) =>
      moderator.request('decide', { case: id, ...decisionWith({ act: 'remove', messages: named(...seqs) }) });
    // Of another person, not in the evidence, none.
    for (const wrong of [[seq], [seq + 100], []]) expect(await remove(...wrong)).toEqual({ error: 'body' });
    await eve.ask('delete', { room, seq: third! });
    const answer = await remove(first!, second!, third!);
    const { decision } = (answer as { ok: { decision: string } }).ok;
    const textsIn = async (user: TestUser) =>
      (await user.ask('before', { room, seq: 1_000_000 })).messages
        .filter(({ sender }) => sender.id === eve.me.id)
        .map(({ text }) => text);
    expect(await textsIn(anna)).toEqual([null, null, null]);
    const heardLast = (user: TestUser) => user.heard(room).slice(-2);
    await expect.poll(() => heardLast(anna)).toEqual([null, null]);
    expect(await statementsOf(eve.visitor)).toMatchObject([{ act: 'remove', room, removed: texts.slice(0, 2) }]);
    await ok(moderator, 'undo', { decision, note: 'They were no advertising.' });
    await expect.poll(() => heardLast(anna)).toEqual(texts.slice(0, 2));
    // The person deleted the last message.
    expect(await textsIn(eve)).toEqual([...texts.slice(0, 2), null]);
    expect(await moderator.request('undo', { decision, note: 'Again.' })).toEqual({ error: 'decided' });
  });

  test.each([
    ['notice', undefined],
    ['warn', undefined],
    ['mute', 24],
    ['limit', null],
    ['ban', 24],
    ['ban', null],
  ] as const)('%s for %s hours takes effect, is told, and is undone', async (act, hours) => {
    const moderator = await addModerator(service);
    const eve = await arrive();
    let told = 0;
    eve.socket.on('decided', () => (told += 1));
    const lobbies = eve.lobbies;
    const at = Date.now();
    const decision = await decideAbout(moderator, eve.me, decisionWith({ act, hours }));
    const until = hours === undefined ? undefined : hours === null ? FOR_GOOD : at + hours * HOUR_MS;
    const close = (time: number) => (hours === null ? time : (expect.closeTo(time, -5) as number));
    const [statement] = await statementsOf(eve.visitor);
    expect(statement).toMatchObject({ id: decision, act, facts: decisionWith({ act }).facts, read: false });
    expect(statement!.until && Date.parse(statement!.until)).toEqual(until && close(until));
    const restrictions = () =>
      brand().db.selectFrom('restriction').select('kind').where('userId', '=', eve.me.id).execute();
    const isRestricted = act === 'mute' || act === 'limit';
    expect(await restrictions()).toEqual(isRestricted ? [{ kind: act }] : []);
    expect(await open(eve.visitor)).toEqual(act === 'ban' ? { error: 'banned', until: close(until!) } : 'open');
    if (act !== 'ban') await expect.poll(() => told).toBe(1);
    if (isRestricted) await expect.poll(() => eve.lobbies).toBeGreaterThan(lobbies);
    const sentence = hours === null ? `${act}ForGood` : act;
    const mail = await service.sink.mailTo(eve.email);
    const word = wordsOf('en');
    expect(mail.subject).toBe(word('mail.decision.subject'));
    const [start = ''] = word(`decisions.acts.${sentence}`, { date: '…' }).split('…');
    for (const part of [start, word('mail.decision.rule', { name: spamRule.title })]) expect(mail.text).toContain(part);
    expect(mail.text).not.toContain(decisionWith({ act }).facts);

    await ok(moderator, 'undo', { decision, note: 'It was a mistake.' });
    expect(await restrictions()).toEqual([]);
    expect(await open(eve.visitor)).toBe('open');
    expect((await service.sink.mailTo(eve.email)).subject).toBe(word('mail.decisionUndone.subject'));
    expect(await statementsOf(eve.visitor)).toMatchObject([{ undone: { note: 'It was a mistake.' } }]);
    expect(await entryOf(moderator, decision)).toMatchObject({ act, own: true, undone: { note: 'It was a mistake.' } });
    expect(await moderator.request('undo', { decision, note: 'Again.' })).toEqual({ error: 'decided' });
  });

  test('a dismissal closes the reports without a decision about the person, and is undone', async () => {
    const moderator = await addModerator(service);
    const [anna, eve] = [await arrive(), await arrive()];
    const reports = async () => ((await anna.visitor.get(resources.account)).json() as Account).reports;
    const { case: id } = await addCase(brand(), anna.me, eve.me);
    expect(await reports()).toMatchObject([{ reason: 'spam', outcome: 'waiting' }]);
    const { decision } = await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '' });
    expect(await reports()).toMatchObject([{ outcome: 'notActed', decidedAt: expect.any(String) as string }]);
    expect(await statementsOf(eve.visitor)).toEqual([]);
    await ok(moderator, 'undo', { decision, note: 'Too fast.' });
    expect(await reports()).toMatchObject([{ outcome: 'waiting' }]);
    const { decision: warning } = await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'warn' }) });
    expect(await reports()).toMatchObject([{ outcome: 'acted' }]);
    // An undone act was no breach, and the reporter reads when that was decided.
    await ok(moderator, 'undo', { decision: warning, note: 'Too strict.' });
    const [{ undone } = {}] = await statementsOf(eve.visitor);
    expect(await reports()).toMatchObject([{ outcome: 'notActed', decidedAt: undone!.at }]);
    expect(service.sink.mails.some(({ to }) => to![0]!.address === anna.email)).toBe(false);
  });

  test('a decision needs facts, a rule in force, a duration and an account; a moderator decides nothing about themselves', async () => {
    const moderator = await addModerator(service);
    const eve = await arrive();
    const { case: id } = await addCase(brand(), undefined, eve.me);
    const refused = async (facts: Parameters<typeof decisionWith>[0], of = id) =>
      moderator.request('decide', { case: of, ...decisionWith(facts) });
    for (const facts of [{ facts: ' ' }, { rule: undefined }, { rule: 'unknown' }, { act: 'ban' as const }])
      expect(await refused({ act: 'warn', ...facts })).toEqual({ error: 'body' });
    expect(await refused({ act: 'warn' }, randomUUID())).toEqual({ error: 'gone' });
    const { case: own } = await addCase(brand(), eve.me, { id: moderator.id, name: moderator.person.nickname });
    expect(await refused({ act: 'notice' }, own)).toEqual({ error: 'ownDecision' });
    await brand().db.deleteFrom('user').where('id', '=', eve.me.id).execute();
    expect(await refused({ act: 'warn' })).toEqual({ error: 'gone' });
    await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '' });
  });

  test('of several bans the longest counts, and undoing it leaves the others', async () => {
    const moderator = await addModerator(service);
    const eve = await arrive();
    const ban = (hours: number) => decideAbout(moderator, eve.me, decisionWith({ act: 'ban', hours }));
    const [, long, short] = [await ban(2), await ban(48), await ban(1)];
    const until = async (): Promise<number> =>
      Math.round((((await open(eve.visitor)) as { until: number }).until - Date.now()) / HOUR_MS);
    expect(await until()).toBe(48);
    await ok(moderator, 'undo', { decision: short!, note: 'Wrong.' });
    expect(await until()).toBe(48);
    await ok(moderator, 'undo', { decision: long!, note: 'Wrong.' });
    expect(await until()).toBe(2);
  });

  test('the person reads the decision with the rule and its version in their language', async () => {
    const moderator = await addModerator(service);
    const eve = await arrive();
    await statementsOf(eve.visitor, 'de');
    await decideAbout(moderator, eve.me, decisionWith({ act: 'warn' }));
    const german = rulesIn('amber.example/de').reasons.spam!;
    expect(german.title).not.toBe(spamRule.title);
    for (const [lang, { rule, title, version }] of Object.entries({ en: spamRule, de: german }))
      expect(await statementsOf(eve.visitor, lang)).toMatchObject([
        { rule: { title, version, path: `/rules#${rule}` } },
      ]);
    const { text } = await service.sink.mailTo(eve.email);
    for (const part of [wordsOf('de')('decisions.acts.warn'), german.title]) expect(text).toContain(part);
  });

  test('a ban for flooding is an automated decision, mailed once a day', async () => {
    const moderator = await addModerator(service);
    const eve = await arrive();
    await Promise.all([floodBan(eve, brand()), floodBan(eve, brand())]);
    const [statement, ...others] = await statementsOf(eve.visitor);
    expect(others).toEqual([]);
    expect(statement).toMatchObject({
      act: 'ban',
      automated: true,
      initiative: 'own',
      rule: { title: spamRule.title },
    });
    expect(statement!.facts).toBe(wordsOf('en')('automated.flood'));
    expect((await service.sink.mailTo(eve.email)).subject).toBe(wordsOf('en')('mail.decision.subject'));
    await ok(moderator, 'undo', { decision: statement!.id, note: 'A script of ours sent them.' });
    expect(await open(eve.visitor)).toBe('open');
    await service.sink.mailTo(eve.email);
    await floodBan(eve, brand());
    expect(await statementsOf(eve.visitor)).toHaveLength(2);
    const queued = brand().db.selectFrom('outbox').select('id').where('recipient', '=', eve.email);
    expect(await queued.execute()).toEqual([]);
    expect(service.sink.mails.filter(({ to }) => to![0]!.address === eve.email)).toHaveLength(2);
  });

  test('the sender of a form report is mailed the outcome, and nothing of the decision', async () => {
    const moderator = await addModerator(service);
    const eve = await arrive();
    const { case: id, report } = await addCase(brand(), undefined, eve.me);
    const email = `reporter-${database.toLowerCase()}@mail.example`;
    const key = keyedHash(brand().auth.options.secret!, 'address of a report');
    await brand()
      .db.updateTable('report')
      .set({ source: 'form', room: null, email: encrypt(email, key), host: 'amber.example', lang: 'fr' })
      .where('id', '=', report)
      .execute();
    await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'ban', hours: 1 }) });
    const { subject, text } = await service.sink.mailTo(email);
    expect(subject).toBe(wordsOf('fr')('mail.outcome.subject'));
    expect(text).toContain(wordsOf('fr')('mail.outcome.acted'));
    expect(text).toContain('/report/status');
    expect(text).not.toContain(eve.me.name);
  });
});

import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { actions, resources } from '../../src/contract/api-paths.ts';
import { APPEAL_DAYS, APPEAL_MAX } from '../../src/contract/moderation/protocol.ts';
import { wordsOf } from '../support/dist.ts';
import { chatEntry, openSocket, opening } from '../support/service/chat/chat-test-user.ts';
import {
  decideAbout,
  decisionWith,
  ok,
  sendAppeal,
  statementsOf,
} from '../support/service/moderation/moderation-cases.ts';
import { addModerator } from '../support/service/moderation/moderator.ts';
import { databases, testService } from '../support/service/test-service.ts';

const DAY_MS = 86_400_000;
const text = 'I wrote  this once,\nand it was no advertising.';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();

  /** A person and a decision about them. */
  async function decided(act: 'warn' | 'ban' = 'warn') {
    const [moderator, other] = [await addModerator(service), await addModerator(service)];
    const { visitor, person } = await service.addUser();
    const { me } = await enter(visitor);
    const decision = await decideAbout(moderator, me, decisionWith({ act, hours: 24 }));
    await service.sink.mailTo(person.email);
    return { moderator, other, visitor, person, me, decision };
  }
  const errorsOf = async (sent: ReturnType<typeof sendAppeal>) => (await sent).json();

  test('a banned person reads the decision and appeals it without scripts, once, in their own words', async () => {
    const { moderator, visitor, decision, other } = await decided('ban');
    const asPage = { Accept: 'text/html' };
    const read = await visitor.post(actions.readDecision, { decision }, asPage);
    expect([read.status, read.headers.location]).toEqual([303, resources.account]);
    expect(await statementsOf(visitor)).toMatchObject([{ id: decision, read: true }]);
    expect((await sendAppeal(visitor, decision, text, asPage)).status).toBe(303);
    expect(await errorsOf(sendAppeal(visitor, decision, 'And again'))).toEqual({ errors: { form: 'appealClosed' } });
    expect(await statementsOf(visitor)).toMatchObject([{ appeal: { text } }]);
    for (const { request } of [moderator, other])
      expect(await request('appeals', {})).toMatchObject({
        ok: { entries: expect.arrayContaining([expect.objectContaining({ id: decision })]) as object[] },
      });
    const data = (await visitor.get(resources.data)).json() as { decisions: object[] };
    expect(data.decisions).toMatchObject([{ act: 'ban', facts: decisionWith({ act: 'ban' }).facts, appeal: text }]);
    expect(data.decisions[0]).not.toHaveProperty('moderator');
  });

  test('an appeal is open for six months, for the person of the decision alone', async () => {
    const { visitor, decision } = await decided();
    const { visitor: stranger } = await service.addUser();
    const { db } = service.brand('amber');
    const made = (daysAgo: number) =>
      db
        .updateTable('decision')
        .set({ createdAt: new Date(Date.now() - daysAgo * DAY_MS) })
        .where('id', '=', decision)
        .execute();
    const body = { errors: { form: 'body' } };
    for (const one of [decision, randomUUID()]) expect(await errorsOf(sendAppeal(stranger, one, text))).toEqual(body);
    expect((await stranger.post(actions.readDecision, { decision })).status).toBe(422);
    expect((await sendAppeal(service.visitor(), decision, text)).status).toBe(401);
    expect((await sendAppeal(visitor, decision, text, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(await errorsOf(sendAppeal(visitor, decision, ' '))).toEqual({ errors: { text: 'required' } });
    expect(await errorsOf(sendAppeal(visitor, decision, 'a'.repeat(APPEAL_MAX + 1)))).toEqual({
      errors: { text: 'body' },
    });
    await made(APPEAL_DAYS + 0.01);
    expect(await errorsOf(sendAppeal(visitor, decision, text))).toEqual({ errors: { form: 'appealClosed' } });
    await made(APPEAL_DAYS - 0.01);
    expect((await sendAppeal(visitor, decision, 'a'.repeat(APPEAL_MAX))).status).toBe(200);
  });

  test('another moderator answers once, in writing, and the decision stands', async () => {
    const { moderator, other, visitor, person, decision } = await decided('ban');
    const answer = { decision, upheld: true, answer: 'The page that you linked to sells things.' };
    expect(await other.request('answerAppeal', answer)).toEqual({ error: 'gone' });
    await sendAppeal(visitor, decision, text);
    expect(await moderator.request('answerAppeal', answer)).toEqual({ error: 'ownDecision' });
    await ok(other, 'answerAppeal', answer);
    expect(await other.request('answerAppeal', answer)).toEqual({ error: 'decided' });
    expect(await statementsOf(visitor)).toMatchObject([
      { appeal: { text, outcome: { upheld: true, answer: answer.answer } } },
    ]);
    expect((await statementsOf(visitor))[0]).not.toHaveProperty('undone');
    expect(await opening(openSocket(visitor))).toMatchObject({ error: 'banned' });
    const mail = await service.sink.mailTo(person.email);
    expect(mail.subject).toBe(wordsOf('en')('mail.appealAnswered.subject'));
    expect(mail.text).toContain(wordsOf('en')('mail.appealAnswered.upheld'));
    expect(mail.text).not.toContain(answer.answer);
  });

  test('an appeal that succeeds undoes the decision', async () => {
    const { other, visitor, person, decision } = await decided('ban');
    await sendAppeal(visitor, decision, text);
    await ok(other, 'answerAppeal', { decision, upheld: false, answer: 'You are right.' });
    const outcome = { upheld: false, answer: 'You are right.' };
    expect(await statementsOf(visitor)).toMatchObject([{ undone: { note: 'You are right.' }, appeal: { outcome } }]);
    const socket = openSocket(visitor);
    expect(await opening(socket)).toBe('open');
    socket.close();
    expect((await service.sink.mailTo(person.email)).text).toContain(wordsOf('en')('mail.appealAnswered.undone'));
    expect(await other.request('undo', { decision, note: 'Again.' })).toEqual({ error: 'decided' });
  });

  test('an undone decision takes no appeal, and moderators do not answer appeals of their own', async () => {
    const { moderator, other, visitor, decision } = await decided();
    await ok(moderator, 'undo', { decision, note: 'Wrong.' });
    expect(await errorsOf(sendAppeal(visitor, decision, text))).toEqual({ errors: { form: 'appealClosed' } });
    const about = { id: other.id, name: other.person.nickname };
    const own = await decideAbout(moderator, about, decisionWith({ act: 'warn' }));
    await sendAppeal(other.visitor, own, text);
    const answer = { decision: own, upheld: false, answer: 'I was right.' };
    expect(await other.request('answerAppeal', answer)).toEqual({ error: 'ownDecision' });
    expect(await other.request('undo', { decision: own, note: 'Mine.' })).toEqual({ error: 'ownDecision' });
    const { entries } = await ok(other, 'appeals', {});
    expect(entries.map(({ id }) => id)).not.toContain(own);
  });
});

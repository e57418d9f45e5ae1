// A moderator with a part in a case can neither claim, change, decide nor undo it, nor answer its appeal, and a lead sees why.
import { describe, expect, test } from 'vitest';

import type { Conflict } from '../../src/contract/moderation/protocol.ts';
import { grantRole } from '../../src/service/moderation/access/grant-role.ts';
import { readFigures } from '../../src/service/moderation/transparency/figure-queries.ts';
import { befriend, chatEntry, type TestUser } from '../support/service/chat/chat-test-user.ts';
import { addCase, decideAbout, decisionWith, ok, sendAppeal } from '../support/service/moderation/moderation-cases.ts';
import { addModerator, type TestModerator } from '../support/service/moderation/moderator.ts';
import { databases, testService } from '../support/service/test-service.ts';

const room = 'en.lounge';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const brand = () => service.brand('amber');
  const enter = chatEntry();
  const arrive = async () => {
    const { visitor } = await service.addUser();
    return { visitor, user: await enter(visitor, room) };
  };
  const personOf = ({ id, person }: TestModerator) => ({ id, name: person.nickname });

  interface Scene {
    moderator: TestModerator;
    colleague: TestModerator;
    eve: TestUser;
    /** Reporter of the case. */
    ann: TestUser;
  }

  /** Makes the moderator a part of a case. @returns the case */
  const parts: Record<Conflict, (scene: Scene) => Promise<string>> = {
    async reporter({ moderator, eve }) {
      return (await addCase(brand(), personOf(moderator), eve.me)).case;
    },
    async witness({ moderator, eve, ann }) {
      const messages = [{ seq: 1, sender: moderator.id, text: 'Stop it.' }];
      return (await addCase(brand(), ann.me, eve.me, { room, messages })).case;
    },
    async blocked({ moderator, eve, ann }) {
      await eve.ask('block', { person: moderator.id, on: true });
      return (await addCase(brand(), ann.me, eve.me)).case;
    },
    async talks({ moderator, eve, ann }) {
      const own = await enter(moderator.visitor, room);
      const conversation = await befriend(ann, moderator.id, brand());
      await ann.say(conversation, 'Hello');
      await own.say(conversation, 'Hello, Ann');
      return (await addCase(brand(), ann.me, eve.me)).case;
    },
    async decided({ moderator, colleague, eve, ann }) {
      const { case: id } = await addCase(brand(), ann.me, eve.me);
      const { decision } = await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '' });
      await ok(colleague, 'undo', { decision, note: 'Look again.' });
      return id;
    },
  };

  test.each(Object.entries(parts))('a part as "%s" keeps a moderator from judging', async (why, take) => {
    const moderator = await addModerator(service);
    const [colleague, lead] = [await addModerator(service), await addModerator(service, 'lead')];
    const [{ visitor, user: eve }, { user: ann }] = [await arrive(), await arrive()];
    const id = await take({ moderator, colleague, eve, ann });
    const bodies = {
      claim: { case: id },
      names: { case: id },
      escalate: { case: id, escalation: 'life' },
      hold: { case: id, on: true, note: 'Mine.' },
      decide: { case: id, ...decisionWith({ act: 'ban', hours: null }) },
      openCase: { nickname: eve.me.name },
    } as const;
    for (const [name, body] of Object.entries(bodies))
      expect(await moderator.request(name as 'decide', body as never), name).toEqual({ error: 'ownDecision' });
    const { conflicts } = await ok(lead, 'claim', { case: id });
    expect(conflicts).toEqual([{ name: moderator.person.nickname, why: [why] }]);
    const { decision } = await ok(lead, 'decide', { case: id, ...decisionWith({ act: 'warn' }) });
    await sendAppeal(visitor, decision, 'No.');
    const answer = { decision, upheld: true, answer: 'It stands.' };
    expect(await moderator.request('answerAppeal', answer)).toEqual({ error: 'ownDecision' });
    expect(await moderator.request('undo', { decision, note: 'Mine.' })).toEqual({ error: 'ownDecision' });
    const answeredBy = async (viewer: TestModerator) =>
      (await ok(viewer, 'appeals', {})).entries.find((entry) => entry.id === decision)!.answeredBy;
    expect(await Promise.all([moderator, colleague, lead].map(answeredBy))).toEqual(['other', 'viewer', 'other']);
    expect(await ok(colleague, 'claim', { case: id })).not.toHaveProperty('conflicts');
    await ok(colleague, 'answerAppeal', answer);
  });

  test('a moderator mends an own slip, until another has undone it or it is appealed', async () => {
    const moderator = await addModerator(service);
    const [{ visitor, user: eve }, { user: ann }] = [await arrive(), await arrive()];
    const { case: id } = await addCase(brand(), ann.me, eve.me);
    const { decision } = await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '' });
    await ok(moderator, 'undo', { decision, note: 'A slip.' });
    const { decision: warning } = await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'warn' }) });
    await sendAppeal(visitor, warning, 'No.');
    expect(await moderator.request('undo', { decision: warning, note: 'Mine.' })).toEqual({ error: 'ownDecision' });
  });

  test('a person who blocks all moderators is judged by a lead', async () => {
    await brand().db.deleteFrom('moderator').execute();
    const [moderator, lead] = [await addModerator(service), await addModerator(service, 'lead')];
    const { user: eve } = await arrive();
    for (const { id } of [moderator, lead]) await eve.ask('block', { person: id, on: true });
    const { case: id } = await addCase(brand(), undefined, eve.me);
    expect(await moderator.request('claim', { case: id })).toEqual({ error: 'ownDecision' });
    await ok(lead, 'claim', { case: id });
    await ok(lead, 'release', { case: id });
    await ok(await addModerator(service), 'claim', { case: id });
    expect(await lead.request('claim', { case: id, takeOver: true })).toEqual({ error: 'ownDecision' });
  });

  test('an appeal that no other moderator can answer says so, and the figures of the year count it', async () => {
    await brand().db.deleteFrom('moderator').execute();
    const moderator = await addModerator(service);
    const { visitor, user: eve } = await arrive();
    const decision = await decideAbout(moderator, eve.me, decisionWith({ act: 'warn' }));
    await sendAppeal(visitor, decision, 'No.');
    const stuck = async () =>
      (await readFigures(brand().db, new Date().getUTCFullYear())).filter(
        (figure) => figure.kind === 'appeal' && figure.isStuck,
      ).length;
    const entryOf = async (viewer: TestModerator) =>
      (await ok(viewer, 'appeals', {})).entries.find((entry) => entry.id === decision);
    expect(await entryOf(moderator)).toMatchObject({ answeredBy: 'nobody' });
    const before = await stuck();
    expect(before).toBeGreaterThan(0);
    const other = await addModerator(service);
    expect(await entryOf(other)).toMatchObject({ answeredBy: 'viewer' });
    expect(await stuck()).toBe(before - 1);
  });

  test('a lead takes a claim over; the claims of a former moderator end at once', async () => {
    const [moderator, colleague] = [await addModerator(service), await addModerator(service)];
    const lead = await addModerator(service, 'lead');
    const { case: id } = await addCase(brand(), undefined, (await arrive()).user.me);
    await ok(moderator, 'claim', { case: id });
    expect(await lead.request('claim', { case: id })).toEqual({ error: 'claimed' });
    expect(await colleague.request('claim', { case: id, takeOver: true })).toEqual({ error: 'lead' });
    await ok(lead, 'claim', { case: id, takeOver: true });
    expect(await moderator.request('claim', { case: id })).toEqual({ error: 'claimed' });
    const { email } = lead.person;
    await grantRole({ db: brand().db }, [{ id: 'amber' }], ['amber', email, 'none'], false);
    await ok(moderator, 'claim', { case: id });
  });
});

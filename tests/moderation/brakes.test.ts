// What a stolen session or a rogue moderator can do ends soon, is undone together, and stays in the log under their name.
import { describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { addCase, decideAbout, decisionWith, ok } from '../support/service/moderation/moderation-cases.ts';
import { addModerator, idOf, type TestModerator } from '../support/service/moderation/moderator.ts';
import { databases, testService } from '../support/service/test-service.ts';

const OWN = 10;
const ALL = 20;
const ban = decisionWith({ act: 'ban', hours: null });

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const brand = () => service.brand('amber');

  async function arrive() {
    const { visitor, person } = await service.addUser();
    return { visitor, id: await idOf(brand(), person), name: person.nickname };
  }

  /** Bans people, half of them at the same time. @returns the refusals */
  async function banMany(moderator: TestModerator, count: number, isReported: boolean): Promise<unknown[]> {
    const people = await Promise.all(Array.from({ length: count }, arrive));
    const cases = await Promise.all(
      people.map(async (person) =>
        isReported
          ? (await addCase(brand(), undefined, person)).case
          : (await ok(moderator, 'openCase', { nickname: person.name })).case,
      ),
    );
    const answers = await Promise.all(cases.map((id) => moderator.request('decide', { case: id, ...ban })));
    return answers.filter((answer) => 'error' in answer);
  }

  test('bans without a report stop after ten within an hour, all bans after twenty, until a lead lets the moderator go on', async () => {
    const moderator = await addModerator(service);
    const [lead, other] = [await addModerator(service, 'lead'), await addModerator(service, 'lead')];
    expect(await banMany(moderator, OWN + 2, false)).toEqual([{ error: 'brake' }, { error: 'brake' }]);
    expect(await banMany(moderator, ALL - OWN + 1, true)).toEqual([{ error: 'brake' }]);
    const stopped = async (viewer: TestModerator) => (await ok(viewer, 'me', {})).stopped;
    const notice = [{ id: moderator.id, name: moderator.person.nickname, bans: ALL }];
    expect(await stopped(lead)).toEqual(notice);
    expect(await stopped(moderator)).toBeUndefined();
    expect(await moderator.request('releaseBrake', { moderator: moderator.id })).toEqual({ error: 'lead' });
    // Others are not stopped, and other acts go on.
    expect(await banMany(other, 1, false)).toEqual([]);
    await decideAbout(moderator, await arrive(), decisionWith({ act: 'warn' }));
    await ok(lead, 'releaseBrake', { moderator: moderator.id });
    expect(await stopped(lead)).toEqual([]);
    expect(await banMany(moderator, 1, false)).toEqual([]);
    // A lead does not let themselves go on.
    expect(await lead.request('releaseBrake', { moderator: lead.id })).toEqual({ error: 'ownDecision' });
    expect(await lead.request('releaseBrake', { moderator: 'unknown' })).toEqual({ error: 'gone' });
  });

  test('bans of the hour before do not count', async () => {
    const moderator = await addModerator(service);
    expect(await banMany(moderator, OWN, false)).toEqual([]);
    await brand()
      .db.updateTable('decision')
      .set({ createdAt: new Date(Date.now() - 3_601_000) })
      .where('moderator', '=', moderator.id)
      .execute();
    expect(await banMany(moderator, 1, false)).toEqual([]);
  });

  test('a lead undoes the acts of a session together; those of other sessions stay', async () => {
    const [moderator, other] = [await addModerator(service), await addModerator(service)];
    const lead = await addModerator(service, 'lead');
    const people = await Promise.all(Array.from({ length: 3 }, arrive));
    const made: string[] = [];
    for (const person of people) made.push(await decideAbout(moderator, person, ban));
    const kept = await decideAbout(other, await arrive(), ban);
    const sessionOf = async (id: string) =>
      (await ok(lead, 'done', {})).entries.find((entry) => entry.id === id)!.session!;
    expect((await ok(other, 'done', {})).entries[0]).not.toHaveProperty('session');
    const session = await sessionOf(made[0]!);
    expect(await sessionOf(kept)).not.toBe(session);
    const body = { session, note: 'The session was stolen.' };
    expect(await other.request('undoSession', body)).toEqual({ error: 'lead' });
    // It is about the lead: another has to undo it.
    const about = await decideAbout(moderator, { name: lead.person.nickname }, decisionWith({ act: 'warn' }));
    expect(await ok(lead, 'undoSession', body)).toEqual({ undone: made.length, left: 1 });
    const undone = await brand()
      .db.selectFrom('decision')
      .select('id')
      .where('id', 'in', [...made, kept, about])
      .where('undoneAt', 'is not', null)
      .execute();
    expect(undone.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    const bans = await brand().db.selectFrom('ban').select('userId').execute();
    for (const { id } of people) expect(bans.map(({ userId }) => userId)).not.toContain(id);
  });

  test('the log names the session and the moderator, also after the account is deleted', async () => {
    const [moderator, lead] = [await addModerator(service), await addModerator(service, 'lead')];
    await decideAbout(moderator, await arrive(), decisionWith({ act: 'warn' }));
    const { password, email, nickname } = moderator.person;
    expect((await moderator.visitor.post(forms.deletion.action, { password })).status).toBe(200);
    await service.sink.mailTo(email);
    const { entries } = await ok(lead, 'log', {});
    const line = entries.find((entry) => entry.request === 'decide' && entry.moderator === nickname)!;
    expect(line.session).toEqual(expect.any(String));
    expect(line.subject).not.toContain(nickname);
  });
});

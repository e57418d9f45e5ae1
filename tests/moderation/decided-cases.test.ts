import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import type { Person } from '../../src/contract/chat/person.ts';
import { forms } from '../../src/contract/forms.ts';
import {
  addCase,
  addFormCase,
  decisionWith,
  entryOf,
  ok,
  sendAppeal,
  spamRule,
} from '../support/service/moderation/moderation-cases.ts';
import { addModerator, idOf } from '../support/service/moderation/moderator.ts';
import { databases, testService } from '../support/service/test-service.ts';

const room = 'en.lounge';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const brand = () => service.brand('amber');

  async function addPerson() {
    const { visitor, person } = await service.addUser();
    return { visitor, id: await idOf(brand(), person), name: person.nickname };
  }
  const caseAbout = (person: Person, reporter?: Person) => addCase(brand(), reporter, person);
  const claimOf = (id: string) =>
    brand()
      .db.selectFrom('moderationCase')
      .select(['claimedBy', 'claimedUntil'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('a decided case is read without a claim, with names, and takes nothing but a hold', async () => {
    const [moderator, lead] = [await addModerator(service), await addModerator(service, 'lead')];
    const [eve, anna] = [await addPerson(), await addPerson()];
    const { case: id, report } = await caseAbout(eve, anna);
    expect(await ok(moderator, 'claim', { case: id })).toMatchObject({ isDecided: false });
    const { decision } = await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'warn' }) });
    await ok(moderator, 'hold', { case: id, on: true, note: 'Asked for by the police' });
    const before = await claimOf(id);
    for (const reader of [lead, moderator])
      expect(await ok(reader, 'claim', { case: id })).toMatchObject({
        case: id,
        isDecided: true,
        identified: true,
        account: { strikes: 1 },
        hold: { note: 'Asked for by the police' },
        reports: [{ id: report }],
        decisions: [{ id: decision }],
      });
    expect((await ok(lead, 'names', { case: id })).names).toEqual({ 1: eve.name, 2: anna.name });
    expect(await claimOf(id)).toEqual(before);
    for (const [name, body] of [
      ['identify', { nickname: eve.name }],
      ['escalate', { escalation: 'life' }],
      ['decide', decisionWith({ act: 'dismiss' })],
    ] as const)
      expect(await lead.request(name, { case: id, ...body } as never), name).toEqual({ error: 'decided' });
    await ok(lead, 'hold', { case: id, on: false, note: 'Over' });
    expect(await ok(moderator, 'claim', { case: id })).toMatchObject({ hold: null });
    for (const name of ['claim', 'names'] as const)
      expect(await lead.request(name, { case: randomUUID() }), name).toEqual({ error: 'gone' });
  });

  test('a decided case of an unknown person is read', async () => {
    const moderator = await addModerator(service);
    const id = await addFormCase(brand(), 'spam');
    await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '' });
    expect(await ok(moderator, 'claim', { case: id })).toMatchObject({
      isDecided: true,
      identified: false,
      reports: [{ source: 'form' }],
    });
    expect((await ok(moderator, 'names', { case: id })).names).toEqual({});
  });

  test('a moderator reads no decided case about themselves', async () => {
    const [moderator, other] = [await addModerator(service), await addModerator(service)];
    const { case: id } = await caseAbout({ id: moderator.id, name: moderator.person.nickname });
    await ok(other, 'decide', { case: id, act: 'dismiss', facts: '' });
    expect(await ok(other, 'claim', { case: id })).toMatchObject({ isDecided: true });
    for (const name of ['claim', 'names'] as const)
      expect(await moderator.request(name, { case: id }), name).toEqual({ error: 'gone' });
  });

  test('a moderator meets no case about the account that their mailbox had before', async () => {
    const [moderator, other] = [await addModerator(service), await addModerator(service)];
    const { case: id } = await caseAbout(await addPerson());
    const open = async () => ((await ok(moderator, 'me', {})) as { work: { open: number } }).work.open;
    const before = await open();
    await brand()
      .db.updateTable('moderationCase')
      .set({ addressKey: randomUUID(), nextAccounts: [moderator.id] })
      .where('id', '=', id)
      .execute();
    expect(await open()).toBe(before - 1);
    const seenIn = async ({ request }: typeof other) => JSON.stringify(await request('queue', { list: 'open' }));
    expect(await seenIn(moderator)).not.toContain(id);
    expect(await seenIn(other)).toContain(id);
    const isGone = async () => {
      for (const name of ['claim', 'names'] as const)
        expect(await moderator.request(name, { case: id }), name).toEqual({ error: 'gone' });
      expect(await moderator.request('hold', { case: id, on: true, note: 'Mine.' })).toEqual({ error: 'gone' });
    };
    await isGone();
    const { decision } = await ok(other, 'decide', { case: id, ...decisionWith({ act: 'ban', hours: 24 }) });
    await isGone();
    expect(await ok(other, 'claim', { case: id })).toMatchObject({ isDecided: true });
    expect(await entryOf(moderator, decision)).toBeUndefined();
    expect(await moderator.request('undo', { decision, note: 'Mine.' })).toEqual({ error: 'ownDecision' });
    await ok(other, 'undo', { decision, note: 'A mistake.' });
  });

  test('a moderator meets no dismissed case about a deleted account of their mailbox, nor after its undoing', async () => {
    const [one, { visitor, person }] = [await addModerator(service), await service.join()];
    const eve = { id: await idOf(service.brand('amber'), person), name: person.nickname };
    const { case: id } = await addCase(service.brand('amber'), undefined, eve);
    const own = await addModerator(service, 'moderator', { email: person.email.replace('@', '+1@') });
    expect((await visitor.post(forms.deletion.action, { password: person.password })).status).toBe(200);
    const { decision } = await ok(one, 'decide', { case: id, act: 'dismiss', facts: '' });
    expect(await own.request('claim', { case: id })).toEqual({ error: 'gone' });
    expect(await entryOf(own, decision)).toBeUndefined();
    expect(await own.request('undo', { decision, note: 'Mine.' })).toEqual({ error: 'ownDecision' });
    await ok(one, 'undo', { decision, note: 'Too fast.' });
    expect(await own.request('claim', { case: id })).toEqual({ error: 'gone' });
  });

  test('the entry of a decision has the removed texts, and its case if it has any', async () => {
    const [moderator, other] = [await addModerator(service), await addModerator(service)];
    const eve = await addPerson();
    const held = await brand()
      .db.insertInto('heldMessage')
      .values({ sender: eve.id, clientId: randomUUID(), room, text: 'A dubious offer', words: ['dubious'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ok(moderator, 'refuseMessage', { id: held.id, rule: spamRule.rule, facts: 'It offers goods.' });
    const refusal = (await ok(moderator, 'done', {})).entries.find(({ removed }) => removed.length)!;
    expect(refusal).toMatchObject({ act: 'remove', case: null, removed: ['A dubious offer'] });
    await sendAppeal(eve.visitor, refusal.id, 'It was a joke.');
    const appeals = (await ok(other, 'appeals', {})).entries;
    expect(appeals.find(({ id }) => id === refusal.id)).toMatchObject({ removed: ['A dubious offer'] });
    const { case: id } = await caseAbout(eve);
    const { decision } = await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'warn' }) });
    expect(await entryOf(other, decision)).toMatchObject({ case: id, removed: [] });
  });

  test('a list of decisions tells whether there are older ones', async () => {
    const moderator = await addModerator(service);
    const facts = {
      person: null,
      act: 'warn',
      facts: 'x',
      initiative: 'report',
      automated: false,
      case: null,
    } as const;
    const day = Date.UTC(2020, 0, 1);
    await brand()
      .db.insertInto('decision')
      .values(
        Array.from({ length: 100 }, (_, ms) => ({
          ...facts,
          room: null,
          rule: null,
          ruleVersion: null,
          moderator: moderator.id,
          createdAt: new Date(day + ms),
        })),
      )
      .execute();
    const first = await ok(moderator, 'done', { before: day + 100 });
    expect([first.entries.length, first.hasOlder]).toEqual([50, true]);
    const last = await ok(moderator, 'done', { before: first.entries.at(-1)!.at });
    expect([last.entries.length, last.hasOlder]).toEqual([50, false]);
  });
});

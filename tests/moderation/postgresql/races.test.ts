import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { forms } from '../../../src/contract/forms.ts';
import { lockMailbox } from '../../../src/service/accounts/addresses/mailbox-accounts.ts';
import type { DecisionContext } from '../../../src/service/chat/moderation/decision-mails.ts';
import { lockOpenCase } from '../../../src/service/chat/moderation/lock-open-case.ts';
import { storeDecision } from '../../../src/service/chat/moderation/store-decision.ts';
import { summarizeReports } from '../../../src/service/chat/moderation/summarize-reports.ts';
import { transact } from '../../../src/service/database/after-commit.ts';
import { testWith } from '../../support/programs.ts';
import { countWaiting } from '../../support/service/chat/hold-statements.ts';
import { addCase, decideAbout, decisionWith, ok } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator, idOf, type TestModerator } from '../../support/service/moderation/moderator.ts';
import { patientService } from '../../support/service/test-service.ts';

describe('while another transaction holds a lock', () => {
  const testRaces = testWith('postgres');
  const service = patientService();

  testRaces('a dismissal is undone while the next report of the person is stored', async () => {
    const brand = service.brand('amber');
    const moderator = await addModerator(service);
    const { person } = await service.addUser();
    const eve = { id: await idOf(brand, person), name: person.nickname };
    const anna = await idOf(brand, (await service.addUser()).person);
    const { case: id } = await addCase(brand, undefined, eve);
    const { decision } = await ok(moderator, 'decide', { case: id, act: 'dismiss', facts: '' });
    const stored = Promise.withResolvers<void>();
    const committed = Promise.withResolvers<void>();
    const reporting = brand.db.transaction().execute(async (transaction) => {
      const open = await lockOpenCase(transaction, eve.id);
      const report = { reporter: anna, reported: eve.id, room: 'en.lounge', reason: 'threat' as const };
      await transaction
        .insertInto('report')
        .values({ ...report, case: open, note: '', shown: '[]' })
        .execute();
      await summarizeReports(transaction, open);
      stored.resolve();
      await committed.promise;
      return open;
    });
    await stored.promise;
    const undoing = moderator.request('undo', { decision, note: 'Too fast.' });
    await expect.poll(() => countWaiting(brand)).toBe(1);
    committed.resolve();
    const open = await reporting;
    expect(await undoing).toEqual({ ok: {} });
    expect(await ok(moderator, 'claim', { case: open })).toMatchObject({
      signals: expect.arrayContaining(['life']) as string[],
      reports: [{}, {}],
    });
  });

  testRaces('an account that a case has for the mailbox is deleted while the case is decided', async () => {
    const { db } = service.brand('amber');
    const { visitor, person } = await service.addUser();
    const next = await idOf({ db }, person);
    const { id } = await db
      .insertInto('moderationCase')
      .values({ person: 'a-deleted-account', addressKey: 'hash of the address', nextAccounts: [next], reports: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const lock = (transaction: typeof db, table: 'moderationCase' | 'user', row: string) =>
      transaction.selectFrom(table).select('id').where('id', '=', row).forUpdate().execute();
    let deletion: Promise<{ status: number }> | undefined;
    await db.transaction().execute(async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction);
      await lock(transaction, 'moderationCase', id);
      deletion = visitor.post(forms.deletion.action, { password: person.password });
      await expect.poll(() => countWaiting(service.brand('amber'))).toBe(1);
      await lock(transaction, 'user', next);
    });
    expect((await deletion)!.status).toBe(200);
  });

  testRaces('an account is deleted while its mailbox registers another', async () => {
    const { db } = service.brand('amber');
    const { visitor, person } = await service.addUser();
    const eve = { id: await idOf({ db }, person), name: person.nickname };
    const { case: id } = await addCase(service.brand('amber'), undefined, eve);
    const { person: other } = await service.addUser();
    const next = await idOf({ db }, other);
    let deletion: Promise<{ status: number }> | undefined;
    await db.transaction().execute(async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction);
      await lockMailbox(transaction, person.email);
      const email = person.email.replace('@', '+2@');
      await transaction.updateTable('user').set({ email }).where('id', '=', next).execute();
      deletion = visitor.post(forms.deletion.action, { password: person.password });
      await expect.poll(() => countWaiting(service.brand('amber'))).toBe(1);
    });
    expect((await deletion)!.status).toBe(200);
    const found = await db.selectFrom('moderationCase').select('nextAccounts').where('id', '=', id).execute();
    expect(found).toEqual([{ nextAccounts: [next] }]);
  });

  testRaces('a ban is undone while a shorter one of the mailbox is stored', async () => {
    const brand = service.brand('amber');
    const { db } = brand;
    const [moderator, { person }] = [await addModerator(service), await service.addUser()];
    const eve = { id: await idOf({ db }, person), name: person.nickname };
    const longer = await decideAbout(moderator, eve, decisionWith({ act: 'ban', hours: 48 }));
    await db.updateTable('decision').set({ person: 'a-deleted-account' }).where('id', '=', longer).execute();
    const { decision: shorter, undoing } = await transact(db, async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction);
      await transaction.selectFrom('user').select('id').where('id', '=', eve.id).forUpdate().execute();
      const ban = { person: eve.id, act: 'ban' as const, until: new Date(Date.now() + 3_600_000) };
      const why = { facts: 'Spam.', initiative: 'own' as const };
      const decision = await storeDecision(transaction, { brand } as DecisionContext, { ...ban, ...why }, false);
      const undone = moderator.request('undo', { decision: longer, note: 'Too long.' });
      await expect.poll(() => countWaiting(service.brand('amber'))).toBe(1);
      return { decision, undoing: { undone } };
    });
    expect(await undoing.undone).toEqual({ ok: {} });
    expect(await db.selectFrom('ban').select('decision').where('userId', '=', eve.id).execute()).toEqual([
      { decision: shorter },
    ]);
  });

  testRaces('two accounts that share a ban are banned at the same time', async () => {
    const brand = service.brand('amber');
    const { db } = brand;
    const origin = randomUUID();
    const bans: { user: string; send: () => ReturnType<TestModerator['request']> }[] = [];
    for (const hours of [24, 48]) {
      const [moderator, { person }] = [await addModerator(service), await service.addUser()];
      const user = await idOf(brand, person);
      const until = new Date(Date.now() + 3_600_000);
      await db.insertInto('ban').values({ userId: user, until, reason: 'shared', origin }).execute();
      const { case: id } = await ok(moderator, 'openCase', { nickname: person.nickname });
      const send = () => moderator.request('decide', { case: id, ...decisionWith({ act: 'ban', hours }) });
      bans.push({ user, send });
    }
    const sent = await db.transaction().execute(async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction);
      await transaction.selectFrom('ban').select('userId').where('userId', '=', bans[0]!.user).forUpdate().execute();
      const requests = [];
      for (const { send } of bans) {
        requests.push(send());
        await expect.poll(() => countWaiting(brand)).toBe(requests.length);
      }
      return { requests };
    });
    for (const result of await Promise.all(sent.requests)) expect(result).toHaveProperty('ok');
  });
});

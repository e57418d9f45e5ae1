import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';

import { AFTER_SIGN_IN, forms } from '../../src/contract/forms.ts';
import type { Me } from '../../src/contract/moderation/me.ts';
import { dump } from '../support/service/dump-database.ts';
import {
  addModerator,
  giveSecondFactor,
  idOf,
  type ModerationResponse,
  sendModerationRequest,
} from '../support/service/moderation/moderator.ts';
import { databases, newDatabase, type Person, startTestService, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

// The clock stands still: a code counts for a time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  /** A moderator without a second factor. */
  const newModerator = async () => {
    const { visitor, person } = await service.addUser();
    const { db } = service.brand('amber');
    const id = await idOf({ db }, person);
    await db.insertInto('moderator').values({ userId: id, role: 'lead' }).execute();
    return { id, visitor, person, ask: asker(visitor) };
  };

  /** Signs the same person in, in another browser. */
  const inAnotherBrowser = async ({ email, password }: Person) => {
    const visitor = service.visitor();
    expect((await visitor.post(forms.login.action, { email, password })).status).toBe(200);
    return asker(visitor);
  };

  test('a moderator sends 300 requests at once, then five a second', async () => {
    const [moderator, other] = [await addModerator(service), await addModerator(service)];
    expect(await moderator.request('me', {})).toHaveProperty('ok');
    const bucket = service.brand('amber').db.updateTable('attempts').where('level', '=', 1);
    await bucket.set({ level: 300, at: new Date(Date.now() + 60_000) }).execute();
    const { status, text } = await sendModerationRequest(moderator.visitor, 'queue', { list: 'open' });
    expect([status, text]).toEqual([429, '{"error":"tooMany"}']);
    expect(await other.request('me', {})).toHaveProperty('ok');
    // A session without the second factor has a limit of its own.
    const askElsewhere = await inAnotherBrowser(moderator.person);
    expect(await askElsewhere('me', {})).toHaveProperty('ok');
  });

  test('a moderator enrols an app with the password, and gives a code in each session', async () => {
    const { visitor, person, ask } = await newModerator();
    expect(await ask('me', {})).toEqual({
      ok: { role: 'lead', secondFactor: 'enrol', hasPasskey: false },
    });
    expect(await ask('log', {})).toEqual({ error: 'secondFactor' });
    expect(await ask('enrol', { password: 'not this one at all' })).toEqual({ error: 'code' });
    const app = await enrol(visitor, person);
    expect(app.uri).toMatch(/^otpauth:\/\/totp\//);
    expect(app.picture).toMatch(/^<svg /);
    expect(await dump(service.brand('amber'))).not.toContain(app.secret);
    // No code has confirmed the enrolment.
    expect(await ask('me', {})).toMatchObject({ ok: { secondFactor: 'enrol' } });

    const code = await app.codeAt(-1);
    expect(await ask('verify', { code })).toEqual({ ok: {} });
    const { ok: me } = (await ask('me', {})) as { ok: Me };
    expect(me).toMatchObject({ secondFactor: 'done', work: { open: 0, escalated: 0, appeals: 0, held: 0 } });
    expect(me.rules).toContainEqual({ id: expect.any(String), version: expect.any(Number), title: expect.any(String) });
    expect(await ask('log', {})).toHaveProperty('ok');

    // The code is used up, here and in other sessions.
    expect(await ask('verify', { code })).toEqual({ error: 'code' });
    const askElsewhere = await inAnotherBrowser(person);
    expect(await askElsewhere('log', {})).toEqual({ error: 'secondFactor' });
    expect(await askElsewhere('me', {})).toMatchObject({ ok: { secondFactor: 'verify' } });
    expect(await askElsewhere('verify', { code })).toEqual({ error: 'code' });
    expect(await askElsewhere('verify', { code: await app.codeAt(0) })).toEqual({ ok: {} });
    expect(await askElsewhere('log', {})).toHaveProperty('ok');
    // A code of an earlier time does not count after a later one.
    expect(await askElsewhere('verify', { code: await app.codeAt(-1) })).toEqual({ error: 'code' });
    for (const steps of [-2, 2])
      expect(await askElsewhere('verify', { code: await app.codeAt(steps) })).toEqual({ error: 'code' });
  });

  test('of requests that give the same code at once, one is accepted', async () => {
    const { visitor, person, ask } = await newModerator();
    const app = await enrol(visitor, person);
    expect(await ask('verify', { code: await app.codeAt(-1) })).toEqual({ ok: {} });
    const code = await app.codeAt(0);
    const answers = await Promise.all([1, 2, 3].map(() => ask('verify', { code })));
    expect(answers.filter((answer) => JSON.stringify(answer) === '{"ok":{}}')).toHaveLength(1);
  });

  test('the second factor counts for twelve hours', async () => {
    const { id, ask } = await newModerator();
    const { db } = service.brand('amber');
    await giveSecondFactor({ db }, id);
    const age = async (time: string) => {
      await db
        .updateTable('session')
        .set({ secondFactorAt: sql`now() - ${sql.lit(time)}::interval` })
        .where('userId', '=', id)
        .execute();
    };
    await age('11:59:00');
    expect(await ask('log', {})).toHaveProperty('ok');
    await age('12:00:01');
    expect(await ask('log', {})).toEqual({ error: 'secondFactor' });
  });

  test('after six wrong codes the right code is refused, too', async () => {
    const { visitor, person, ask } = await newModerator();
    const app = await enrol(visitor, person);
    expect(await ask('verify', { code: await app.codeAt(-1) })).toEqual({ ok: {} });
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777', '888888'];
    const right = new Set(await Promise.all([-1, 0, 1, 2].map((steps) => app.codeAt(steps))));
    for (const code of wrong.filter((one) => !right.has(one)).slice(0, 6))
      expect(await ask('verify', { code })).toEqual({ error: 'code' });
    const answer = await sendModerationRequest(visitor, 'verify', { code: await app.codeAt(0) });
    expect([answer.status, answer.json()]).toEqual([429, { error: 'tooMany' }]);
    // It holds for the account, not for a session.
    const askElsewhere = await inAnotherBrowser(person);
    expect(await askElsewhere('verify', { code: await app.codeAt(1) })).toEqual({ error: 'tooMany' });
  });

  test('after six wrong passwords nothing is enrolled', async () => {
    const { person, ask } = await newModerator();
    for (let attempt = 0; attempt < 6; attempt++)
      expect(await ask('enrol', { password: 'not this one at all' })).toEqual({ error: 'code' });
    expect(await ask('enrol', { password: person.password })).toEqual({ error: 'tooMany' });
  });

  test('the password alone replaces no second factor', async () => {
    const { visitor, person, ask } = await newModerator();
    // A thief of the password began an enrolment before the moderator did.
    const thief = service.visitor();
    const { email, password } = person;
    expect((await thief.post(forms.login.action, { email, password })).status).toBe(200);
    const stolen = await enrol(thief, person);
    const app = await enrol(visitor, person);
    expect(await asker(thief)('verify', { code: await stolen.codeAt(0) })).toEqual({ error: 'code' });
    expect(await ask('verify', { code: await app.codeAt(-1) })).toEqual({ ok: {} });
    expect(await asker(thief)('enrol', { password })).toEqual({ error: 'secondFactor' });
    expect(await asker(thief)('me', {})).not.toHaveProperty('ok.work');
    // The moderator moves to another app.
    const next = await enrol(visitor, person);
    expect(await ask('verify', { code: await next.codeAt(-1) })).toEqual({ ok: {} });
    expect(await ask('verify', { code: await app.codeAt(0) })).toEqual({ error: 'code' });
    expect(await ask('verify', { code: await next.codeAt(0) })).toEqual({ ok: {} });
  });

  test('an app outlives rotations of AUTH_SECRET', async () => {
    const kept = mkdtempSync(join(tmpdir(), 'rotation-'));
    onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
    cpSync(inject('embedded'), kept, { recursive: true });
    const settings: Record<string, string> =
      database === 'PGlite' ? { DATA_DIR: kept } : { DATABASE_URL: await newDatabase() };
    const secrets = ['first', 'second', 'third'].map((name) => `the ${name} secret is long enough for this`);
    const start = (index: number) =>
      startTestService(database, {
        ...settings,
        AUTH_SECRET: secrets[index]!,
        AUTH_SECRET_PREVIOUS: secrets[index - 1] ?? '',
      });
    const first = await start(0);
    const { visitor, person } = await addModerator(first);
    const app = await enrol(visitor, person);
    expect(await asker(visitor)('verify', { code: await app.codeAt(-1) })).toEqual({ ok: {} });
    await first.close();
    for (const index of [1, 2]) {
      const next = await start(index);
      const { email, password } = person;
      const again = next.visitor();
      expect((await again.post(forms.login.action, { email, password })).status).toBe(200);
      expect(await asker(again)('verify', { code: await app.codeAt(index - 1) })).toEqual({ ok: {} });
      await next.close();
    }
  });

  test('moderators sign in as all users do, and another user cannot give the second factor', async () => {
    const { id, visitor, person } = await newModerator();
    const app = await enrol(visitor, person);
    await asker(visitor)('verify', { code: await app.codeAt(-1) });
    const { email, password } = person;
    const elsewhere = service.visitor();
    expect((await elsewhere.post(forms.login.action, { email, password })).json()).toEqual({ next: AFTER_SIGN_IN });
    const other = await addModerator(service);
    const code = await app.codeAt(0);
    expect(await other.request('verify', { code })).toEqual({ error: 'code' });
    const { db } = service.brand('amber');
    expect(await db.selectFrom('secondFactor').select('userId').where('userId', '=', id).execute()).toHaveLength(1);
  });
});

/** Enrols an authenticator app. @returns its codes, by the number of time steps from now */
async function enrol(visitor: Visitor, { password }: Person) {
  const { ok } = (await asker(visitor)('enrol', { password })) as { ok: { uri: string; picture: string } };
  const secret = new TextDecoder().decode(base32.decode(new URL(ok.uri).searchParams.get('secret')!));
  return { ...ok, secret, codeAt: (steps: number) => createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + steps) };
}

const asker = (visitor: Visitor) => async (name: string, body: object) =>
  (await sendModerationRequest(visitor, name, body)).json() as ModerationResponse<never>;

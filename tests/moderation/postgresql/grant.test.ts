import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, inject, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { testWith } from '../../support/programs.ts';
import { environment } from '../../support/runnable-project-copy.ts';
import { addModerator, idOf, sendModerationRequest } from '../../support/service/moderation/moderator.ts';
import { AUTH_SECRET, databases, newDatabase, startTestService } from '../../support/service/test-service.ts';

const grant = (settings: Record<string, string>, ...args: string[]) =>
  runAndCapture(
    process.execPath,
    ['scripts/service/grant.ts', ...args],
    '.',
    environment({ AUTH_SECRET, ...settings }),
  );

/** `DATA_DIR` of an embedded database with every table, until the test ends. */
function copyOfTables(): string {
  const folder = mkdtempSync(join(tmpdir(), 'grant-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(inject('embedded'), folder, { recursive: true });
  return folder;
}

const PASSKEY = {
  id: 'passkey',
  publicKey: 'key',
  credentialID: 'credential',
  counter: 0,
  deviceType: 'singleDevice',
  backedUp: false,
  host: 'amber.example',
  createdAt: new Date(),
};

for (const database of databases)
  (database === 'PGlite' ? test : testWith('postgres'))(
    `a role is given, changed and taken on ${database}`,
    async () => {
      const settings: Record<string, string> =
        database === 'PGlite' ? { DATA_DIR: copyOfTables() } : { DATABASE_URL: await newDatabase() };
      const service = await startTestService(database, { AUTH_SECRET, ...settings });
      const { visitor, person } = await service.addUser();
      const id = await idOf(service.brand('amber'), person);
      const secondFactor = { userId: id, enrolledAt: new Date(), secret: 'encrypted' };
      await service.brand('amber').db.insertInto('secondFactor').values(secondFactor).execute();
      const email = person.email.toUpperCase();
      if (database === 'PGlite') {
        const { code, output } = await grant(settings, 'amber', email, 'lead');
        expect([code, output]).toEqual([1, expect.stringContaining('is in use by another service')]);
        await service.close();
      }
      const printed = [];
      for (const args of [['moderator'], ['lead', '--reset-second-factor'], ['none'], ['lead']]) {
        const { code, output } = await grant(settings, 'amber', email, ...args);
        printed.push([code, output.trim()]);
      }
      const told = (role: string, before: string) =>
        `amber: the role of ${person.email} is ${role} (before: ${before}).`;
      expect(printed).toEqual([
        [0, told('moderator', 'none')],
        [0, `${told('lead', 'moderator')} The second factor is removed: the moderator enrols another.`],
        [0, `${told('none', 'lead')} The second factor is removed.`],
        [0, told('lead', 'none')],
      ]);
      const again = database === 'PGlite' ? await startTestService(database, { AUTH_SECRET, ...settings }) : service;
      onTestFinished(again.close);
      const moderator = again.visitor();
      for (const cookie of visitor.cookies) moderator.cookies.set(...cookie);
      expect((await sendModerationRequest(moderator, 'me', {})).json()).toMatchObject({
        ok: { role: 'lead', secondFactor: 'enrol' },
      });
      const { db } = again.brand('amber');
      const lines = await db.selectFrom('auditLog').select(['moderator', 'request', 'subject']).orderBy('id').execute();
      const subjects = [
        { user: id, role: 'moderator' },
        { user: id, role: 'lead', resetsSecondFactor: true },
        { user: id, role: 'none' },
        { user: id, role: 'lead' },
      ];
      expect(lines).toEqual(subjects.map((subject) => ({ moderator: 'operator', request: 'grant', subject })));
    },
  );

for (const database of databases)
  (database === 'PGlite' ? test : testWith('postgres'))(
    `the second factor goes with the role on ${database}, and the passkey stays`,
    async () => {
      const settings: Record<string, string> =
        database === 'PGlite' ? { DATA_DIR: copyOfTables() } : { DATABASE_URL: await newDatabase() };
      const service = await startTestService(database, { AUTH_SECRET, ...settings });
      const moderator = await addModerator(service);
      const userId = moderator.id;
      const { db } = service.brand('amber');
      await db.insertInto('secondFactor').values({ userId, enrolledAt: new Date(), secret: 'encrypted' }).execute();
      await db
        .insertInto('passkey')
        .values({ ...PASSKEY, userId, isSecondFactor: true })
        .execute();
      await service.close();
      const { output } = await grant(settings, 'amber', moderator.person.email, 'none');
      expect(output.trim()).toBe(
        `amber: the role of ${moderator.person.email} is none (before: moderator). The second factor is removed.`,
      );
      const again = await startTestService(database, { AUTH_SECRET, ...settings });
      onTestFinished(again.close);
      const after = again.brand('amber').db;
      const factors = await after.selectFrom('secondFactor').selectAll().execute();
      const passkeys = await after.selectFrom('passkey').select('isSecondFactor').execute();
      const sessions = await after.selectFrom('session').select('secondFactorAt').execute();
      expect({ factors, passkeys, sessions }).toEqual({
        factors: [],
        passkeys: [{ isSecondFactor: false }],
        sessions: [{ secondFactorAt: null }],
      });
    },
  );

describe('wrong arguments', () => {
  test('are told at once, and change nothing', async () => {
    const folder = copyOfTables();
    const settings = { DATA_DIR: folder };
    const usage = 'Usage: npm run service:grant';
    for (const [args, ...texts] of [
      [[], '"" is no brand', '"" is no role', usage],
      [['silk', 'x', 'chief', 'y'], '"silk" is no brand', '"chief" is no role', '"y" is too much', usage],
      [['amber', 'nobody@mail.example', 'chief'], 'address of no account of amber', '"chief" is no role', usage],
    ] as [string[], ...string[]][]) {
      const { code, output } = await grant(settings, ...args);
      expect(code).toBe(1);
      for (const text of texts) expect(output).toContain(text);
      expect(output).not.toContain('undefined');
    }
    const empty = await grant({ DATA_DIR: join(folder, 'empty') }, 'amber', 'nobody@mail.example', 'lead');
    expect(empty).toMatchObject({ code: 1, output: expect.stringContaining('Start the service once') });
  });
});

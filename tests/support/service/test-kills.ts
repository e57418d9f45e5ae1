import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { findPostgres, type Postgres, startPostgres } from '../../../scripts/lib/programs/start-postgres.ts';
import { forms } from '../../../src/contract/forms.ts';
import { readEnv } from '../../../src/service/config/env.ts';
import type { Database } from '../../../src/service/database/database-handle.ts';
import { openDatabase } from '../../../src/service/database/open-database.ts';
import { required } from '../../../src/shared/required.ts';
import type { Project } from '../runnable-project-copy.ts';
import { FIXTURE, makeFixture } from '../site/fixture-project.ts';
import { linkIn, type MailSink, startMailSink } from './mail-sink.ts';
import { type SpawnedService, spawnService } from './spawn-service.ts';

const { registration, confirm, login } = forms;

const KILLS = 10;
/** Requests of every kind are answered in this time. */
const KILL_WITHIN_MS = 1500;
const LANES = 4;
const PASSWORD = 'walnut bicycle thunder';

/** Kills a service on a database during registrations, and the database too where it is a process of its own. */
export function testKills(kind: 'PGlite' | 'PostgreSQL'): void {
  let project: Project;
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    project = makeFixture();
    const { code, output } = await project.run('build', FIXTURE);
    expect(code, output).toBe(0);
    if (kind === 'PostgreSQL') postgres = await startPostgres(required(findPostgres(), 'PostgreSQL'));
  });
  afterAll(() => {
    postgres?.remove();
    project.remove();
  });

  let sink: MailSink;
  let settings: Record<string, string>;
  beforeEach(async () => {
    sink = await startMailSink();
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'killed-'));
    const AUTH_SECRET = 'only for tests, and long enough for them';
    settings = {
      DATA_DIR,
      MAIL_URL: sink.url,
      ...(postgres && { DATABASE_URL: postgres.newDatabase(), AUTH_SECRET }),
    };
  });
  afterEach(async () => {
    await sink.stop();
    rmSync(settings.DATA_DIR!, { recursive: true });
  });

  /** Addresses whose registration or confirmation was answered with 200. */
  let registered: string[];
  let confirmed: string[];
  let people = 0;
  beforeEach(() => {
    [registered, confirmed] = [[], []];
  });

  const start = (): Promise<SpawnedService> =>
    spawnService('start', project.dir, { ...FIXTURE, ...settings }, 'plain.example');

  /** Registers a new person. */
  async function register(service: SpawnedService) {
    const email = `person${people++}@mail.example`;
    const visitor = service.visitor();
    const facts = { email, nickname: `Person ${people}`, dateOfBirth: '1990-12-31', agreement: 'on' };
    const { status } = await visitor.post(registration.action, { ...facts, password: PASSWORD });
    if (status === 200) registered.push(email);
    return { status, email, visitor };
  }

  /** Registers a new person and confirms the account. */
  async function signUp(service: SpawnedService): Promise<void> {
    const { email, visitor } = await register(service);
    await visitor.get(linkIn(await sink.mailTo(email)));
    const { status } = await visitor.post(confirm.action, { password: PASSWORD });
    if (status === 200) confirmed.push(email);
  }

  const signIn = async (service: SpawnedService, email: string): Promise<number> =>
    (await service.visitor().post(login.action, { email, password: PASSWORD })).status;

  /** Opens the database while the service uses it, or afterwards. */
  async function inDatabase(look: (db: Database['db']) => Promise<void>): Promise<void> {
    const { db, close } = await openDatabase(readEnv(settings), () => undefined);
    await look(db.withSchema('brand_plain'));
    await close();
  }

  /** Makes mails due that were being sent when the service was killed; they would wait a quarter of an hour. */
  const releaseMails = (): Promise<void> =>
    inDatabase(async (db) => {
      await db.updateTable('outbox').set({ dueAt: new Date() }).execute();
    });

  /** Every acknowledged registration has a single mail, and every confirmed account can sign in. */
  async function expectNothingLost(service: SpawnedService): Promise<void> {
    const idsTo = (email: string): string[] =>
      sink.mails
        // Signing in from a new browser brings other mails.
        .filter(({ to, text }) => to![0]!.address === email && text!.includes(confirm.action))
        .map(({ messageId }) => messageId!);
    const withoutMail = (): string[] => registered.filter((email) => !idsTo(email).length);
    await expect.poll(withoutMail, { timeout: 60_000, interval: 500 }).toEqual([]);
    for (const email of registered) expect(new Set(idsTo(email)).size, email).toBe(1);
    for (const email of confirmed) expect(await signIn(service, email), email).toBe(200);
  }

  test(`${KILLS} kills during registrations lose no acknowledged account`, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const service = await start();
      const stopping = new AbortController();
      const lanes = Array.from({ length: LANES }, async () => {
        // A request that is pending at the kill gets no answer.
        while (!stopping.signal.aborted) await Promise.race([signUp(service), service.ended]).catch(() => undefined);
      });
      const answered = kill % 3 ? confirmed : registered;
      const before = answered.length;
      await expect.poll(() => answered.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
      await sleep(Math.random() * KILL_WITHIN_MS);
      stopping.abort();
      await service.kill('SIGKILL');
      await Promise.all(lanes);
    }
    expect(confirmed.length).toBeGreaterThan(KILLS / 2);
    await inDatabase(async (db) => {
      const halves = await db
        .selectFrom('user')
        .fullJoin('account', 'account.userId', 'user.id')
        .select(['user.id', 'account.password'])
        .where((either) => either.or([either('user.id', 'is', null), either('account.password', 'is', null)]))
        .execute();
      expect(halves).toEqual([]);
      const waiting = await db
        .selectFrom('registration')
        .innerJoin('user', 'user.email', 'registration.email')
        .selectAll()
        .execute();
      expect(waiting).toEqual([]);
    });
    await releaseMails();
    const service = await start();
    await expectNothingLost(service);
    expect(await service.kill('SIGTERM')).toBe(0);
  }, 900_000);

  if (kind === 'PGlite') return;

  test('a crash of the database fails requests until it is back, and loses no acknowledged account', async () => {
    const service = await start();
    for (let number = 0; number < 4; number += 1) await signUp(service);
    const members = [...confirmed];
    const seen: number[] = [];
    const stopping = new AbortController();
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let number = 0; !stopping.signal.aborted; number += 1)
        seen.push(lane ? (await register(service)).status : await signIn(service, members[number % 4]!));
    });
    for (let crash = 0; crash < 3; crash += 1) {
      // Requests are under way when the database stops.
      await sleep(1500);
      required(postgres, 'PostgreSQL').stop('immediate');
      const before = seen.length;
      await expect.poll(() => seen.slice(before), { timeout: 60_000 }).toContain(500);
      await required(postgres, 'PostgreSQL').start();
      const after = seen.length;
      await expect.poll(() => seen.slice(after), { timeout: 60_000 }).toContain(200);
    }
    stopping.abort();
    await Promise.all(lanes);
    expect([...new Set(seen)].toSorted()).toEqual([200, 500]);
    // Mails that were sent, but not deleted during a crash, are deleted by now.
    await sleep(3000);
    await releaseMails();
    await expectNothingLost(service);
    expect(await service.kill('SIGTERM')).toBe(0);
  }, 300_000);
}

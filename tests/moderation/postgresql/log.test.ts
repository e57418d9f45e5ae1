import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { openBrands } from '../../../src/service/brands/open-brands.ts';
import { readEnv } from '../../../src/service/config/env.ts';
import { openDatabase } from '../../../src/service/database/open-database.ts';
import { subjectOf } from '../../../src/service/moderation/access/audit-log.ts';
import { moderationHandlers } from '../../../src/service/moderation/moderation-handlers.ts';
import { editions } from '../../support/configured-site.ts';
import { testWith } from '../../support/programs.ts';
import { environment } from '../../support/runnable-project-copy.ts';
import {
  addModerator,
  type ModerationResponse,
  type TestModerator,
} from '../../support/service/moderation/moderator.ts';
import { AUTH_SECRET, databases, newDatabase, testService } from '../../support/service/test-service.ts';

const ID = '3f0e8a52-9a3c-4d5b-8f25-0c8a6f6a7d11';

test('the subject of a line has ids, and no texts, names, codes or passwords', () => {
  const ids = { case: ID, decision: ID, id: ID, room: 'en.lounge', list: 'open', act: 'ban', escalation: null };
  const others = {
    nickname: 'Anna',
    note: 'A',
    facts: 'B',
    answer: 'C',
    code: '123456',
    password: 'D',
    credential: '{}',
  };
  expect(subjectOf({ ...others, ...ids })).toEqual(ids);
});

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const handlers = { ...moderationHandlers };
  afterEach(() => void Object.assign(moderationHandlers, handlers));

  const linesOf = async ({ request, id }: TestModerator) => {
    const { ok } = (await request('log', {})) as Extract<ModerationResponse<'log'>, { ok: unknown }>;
    const names = await service.brand('amber').db.selectFrom('user').select('name').where('id', '=', id).execute();
    return ok.entries.filter(({ moderator }) => moderator === names[0]!.name);
  };

  test('each request but the first is logged with the name of its moderator', async () => {
    const lead = await addModerator(service, 'lead');
    await lead.request('me', {});
    await lead.request('verify', { code: '123456' });
    await lead.request('enrol', { password: 'a secret password' });
    const lines = await linesOf(lead);
    expect(lines.map(({ role, request, subject }) => [role, request, subject])).toEqual([
      ['lead', 'log', '{}'],
      ['lead', 'enrol', '{"error": "code"}'],
      ['lead', 'enrol', '{}'],
      ['lead', 'verify', '{"error": "code"}'],
      ['lead', 'verify', '{}'],
    ]);
    expect(lines[0]!.at).toBeGreaterThanOrEqual(lines[1]!.at);
    // The name outlives the account.
    const { db } = service.brand('amber');
    await db.deleteFrom('user').where('id', '=', lead.id).execute();
    const other = await addModerator(service, 'lead');
    const { ok } = (await other.request('log', {})) as Extract<ModerationResponse<'log'>, { ok: unknown }>;
    expect(ok.entries.filter(({ moderator }) => moderator === lead.person.nickname)).toHaveLength(5);
  });

  test('a request runs after its line is stored, and not at all if the line cannot be stored', async () => {
    const lead = await addModerator(service, 'lead');
    const { db } = service.brand('amber');
    let lines = 0;
    let calls = 0;
    moderationHandlers.names = async () => {
      calls++;
      const stored = await db.selectFrom('auditLog').select('id').where('moderator', '=', lead.id).execute();
      lines = stored.length;
      return { names: {} };
    };
    expect(await lead.request('names', { case: ID })).toEqual({ ok: { names: {} } });
    expect([calls, lines]).toEqual([1, 1]);
    await sql`create trigger broken before insert on brand_amber."auditLog"
      for each statement execute function brand_amber.refuse_change()`.execute(db);
    expect(await lead.request('names', { case: ID })).toEqual({ error: 'server' });
    await sql`drop trigger broken on brand_amber."auditLog"`.execute(db);
    expect(calls).toBe(1);
    expect(service.errors.splice(0)).toHaveLength(1);
  });

  test('a request that was refused or failed has a second line with its code, and keeps the first if the service dies', async () => {
    const lead = await addModerator(service, 'lead');
    const logged = async () => (await linesOf(lead)).filter(({ request }) => request === 'escalate');
    const body = { case: ID, escalation: 'life' } as const;
    expect(await lead.request('escalate', body)).toEqual({ error: 'gone' });
    const [refusal, first] = await logged();
    expect(first).toMatchObject({ error: null });
    expect(JSON.parse(first!.subject)).toEqual(body);
    expect(refusal).toMatchObject({ error: 'gone' });
    expect(JSON.parse(refusal!.subject)).toEqual({ ...body, error: 'gone' });

    moderationHandlers.escalate = () => Promise.reject(new Error('The database is gone'));
    expect(await lead.request('escalate', body)).toEqual({ error: 'server' });
    expect((await logged()).map(({ error }) => error)).toEqual(['server', null, 'gone', null]);
    expect(service.errors.splice(0)).toHaveLength(1);

    let during: unknown[] = [];
    moderationHandlers.escalate = async () => {
      during = await logged();
    };
    expect(await lead.request('escalate', body)).toEqual({ ok: {} });
    expect([during.length, (await logged()).length]).toEqual([5, 5]);
  });

  test('a nickname is logged as the case that it led to', async () => {
    const lead = await addModerator(service, 'lead');
    moderationHandlers.openCase = () => Promise.resolve({ case: ID });
    expect(await lead.request('openCase', { nickname: 'Anna' })).toEqual({ ok: { case: ID } });
    const lines = (await linesOf(lead)).filter(({ request }) => request === 'openCase');
    expect(lines.map(({ subject }) => JSON.parse(subject) as unknown)).toEqual([{ case: ID }, {}]);
  });

  test('a page has 50 lines, and pages leave out none and repeat none', async () => {
    const { db } = service.brand('amber');
    const lead = await addModerator(service, 'lead');
    // Three lines in each millisecond, long ago.
    await sql`insert into brand_amber."auditLog" ("at", "moderator", "role", "request", "subject")
      select '2020-01-01'::timestamptz + ${sql.lit('1 millisecond')}::interval * (n / 3), 'operator', 'lead', 'grant', jsonb_build_object('n', n)
      from generate_series(0, 199) n`.execute(db);
    const seen: string[] = [];
    let before: number | undefined = Date.UTC(2020, 0, 2);
    while (before !== undefined) {
      const { ok } = (await lead.request('log', { before })) as Extract<ModerationResponse<'log'>, { ok: unknown }>;
      expect(ok.entries.length).toBeLessThan(53);
      seen.push(...ok.entries.map(({ subject }) => subject));
      before = ok.hasOlder ? ok.entries.at(-1)!.at : undefined;
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 200 }, (_, n) => `{"n": ${n}}`).toSorted());
  });

  test('no line can be changed or removed', async () => {
    const { db } = service.brand('amber');
    await addModerator(service, 'lead').then((lead) => lead.request('log', {}));
    const lines = () => db.selectFrom('auditLog').selectAll().orderBy('id').execute();
    const before = await lines();
    expect(before.length).toBeGreaterThan(0);
    for (const change of [
      sql`update brand_amber."auditLog" set request = 'me'`,
      sql`delete from brand_amber."auditLog"`,
      sql`truncate brand_amber."auditLog"`,
      sql`insert into brand_amber."auditLog" select * from brand_amber."auditLog" on conflict (id) do update set request = 'me'`,
    ])
      await expect(change.execute(db)).rejects.toThrow();
    expect(await lines()).toEqual(before);
  });
});

describe('a sealed log', () => {
  testWith('postgres')('cannot be changed, dropped or opened again by the role of the service', async () => {
    const adminUrl = await newDatabase(true);
    const admin = new Client(adminUrl);
    await admin.connect();
    onTestFinished(() => admin.end());
    const role = `service_${process.pid}`;
    const { pathname } = new URL(adminUrl);
    await admin.query(`create role ${role} login`);
    await admin.query(`grant create on database "${pathname.slice(1)}" to ${role}`);
    const url = Object.assign(new URL(adminUrl), { username: role }).href;
    const seal = (DATABASE_URL: string, ADMIN_DATABASE_URL: string) =>
      runAndCapture(
        process.execPath,
        ['scripts/service/seal-log.ts'],
        '.',
        environment({ AUTH_SECRET, DATABASE_URL, ADMIN_DATABASE_URL }),
      );
    expect(await seal(url, adminUrl)).toMatchObject({ code: 1, output: expect.stringContaining('no audit log') });

    // The service makes its tables, and works before and after.
    const open = async () => {
      const database = await openDatabase(readEnv({ DATABASE_URL: url, AUTH_SECRET }), () => undefined);
      onTestFinished(database.close);
      const { db } = (await openBrands(editions, database, AUTH_SECRET)).get('amber')!;
      const line = { moderator: 'anna', role: 'lead', request: 'log', subject: '{}' } as const;
      await db.insertInto('auditLog').values(line).execute();
      return { database, db };
    };
    await open();
    // A role that is a superuser, or the owner itself, could undo it.
    expect(await seal(adminUrl, adminUrl)).toMatchObject({ code: 1, output: expect.stringContaining('superuser') });
    expect(await seal(url, url)).toMatchObject({ code: 1, output: expect.stringContaining('has the rights') });
    const elsewhere = await newDatabase(true);
    expect(await seal(url, elsewhere)).toMatchObject({ code: 1, output: expect.stringContaining('another database') });
    for (let times = 0; times < 2; times++) {
      const { code, output } = await seal(url, adminUrl);
      expect([code, output.match(/owns the audit log/g)?.length]).toEqual([0, 2]);
    }

    // A later release replaces functions that are the service's own.
    await admin.query('update brand_amber."sqlFunction" set revision = 0');
    const { db } = await open();
    const log = sql.raw('brand_amber."auditLog"');
    for (const attempt of [
      sql`update ${log} set request = 'me'`,
      sql`delete from ${log}`,
      sql`truncate ${log}`,
      sql`drop table ${log}`,
      sql`drop schema brand_amber cascade`,
      sql`alter schema brand_amber rename to hidden`,
      sql`alter table ${log} disable trigger all`,
      sql`alter table ${log} rename to hidden`,
      sql`alter table ${log} owner to ${sql.id(role)}`,
      sql`drop trigger append_only on ${log}`,
      sql`create or replace function brand_amber.refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
      sql`create rule hidden as on insert to ${log} do instead nothing`,
      sql`insert into ${log} ("at", "moderator", "role", "request", "subject") values ('2020-01-01', 'anna', 'lead', 'log', '{}')`,
      sql`set session_replication_role = replica`,
      sql`grant delete on ${log} to ${sql.id(role)}`,
    ])
      await attempt.execute(db).catch(() => undefined);
    const { rows } = await admin.query(`select "moderator", "request" from brand_amber."auditLog" order by id`);
    const line = { moderator: 'anna', request: 'log' };
    expect(rows).toEqual([line, line]);
    const { rows: rights } = await admin.query(
      `select string_agg(privilege, ' ') as rights
      from unnest('{select,insert,update,delete,truncate,trigger,references}'::text[]) privilege
      where has_table_privilege($1, 'brand_amber."auditLog"', privilege)`,
      [role],
    );
    expect(rights).toEqual([{ rights: 'select' }]);
    const backup = join(tmpdir(), `backup-${role}`);
    onTestFinished(() => rmSync(backup, { force: true }));
    const saved = await runAndCapture(
      process.execPath,
      ['scripts/service/backup.ts', backup],
      '.',
      environment({ AUTH_SECRET, DATABASE_URL: url }),
    );
    expect([saved.code, saved.output]).toEqual([0, expect.stringContaining(backup)]);
    // Later releases still add tables.
    await sql`create table brand_amber.later (id integer)`.execute(db);
  });
});

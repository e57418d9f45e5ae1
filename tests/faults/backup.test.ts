import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';

import { type Run, runAndCapture } from '../../scripts/lib/run-and-capture.ts';
import { forms } from '../../src/contract/forms.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { openDatabase } from '../../src/service/database/open-database.ts';
import { environment } from '../support/runnable-project-copy.ts';
import { acquaint, forgetAttempts } from '../support/service/calls/call-steps.ts';
import { enterChat, type TestUser } from '../support/service/chat/chat-test-user.ts';
import { dump } from '../support/service/dump-database.ts';
import { databases, newDatabase, newPerson, type Person, startTestService } from '../support/service/test-service.ts';

const AUTH_SECRET = 'only for tests and long enough for them';

type Settings = Record<string, string>;

const run = (script: 'backup' | 'restore', settings: Settings, ...args: string[]): Promise<Run> =>
  runAndCapture(
    process.execPath,
    [`scripts/service/${script}.ts`, ...args],
    '.',
    environment({ AUTH_SECRET, ...settings }),
  );

/** All rows of a database, except nodes, connections and other rows that end with their process. */
async function rowsOf(settings: Settings): Promise<string[]> {
  const database = await openDatabase(readEnv({ AUTH_SECRET, ...settings }), () => undefined);
  const rows = (await dump(database)).split('\n');
  await database.close();
  return rows.filter((row) => !/^\S+\.(?:node|connection|socket_io_attachments) /.test(row)).toSorted();
}

describe.each(databases)('on %s', (database) => {
  let folder: string;
  let settings: Settings;
  let backup: string;
  let made: Run;
  let anna: Person;
  let me: TestUser['me'];
  let room: string;
  /** Positions of the messages that the service acknowledged before the backup began. */
  const acknowledged: number[] = [];
  let tokens: string[];

  const elsewhere = async (): Promise<Settings> =>
    database === 'PGlite'
      ? { DATA_DIR: mkdtempSync(join(folder, 'else-')) }
      : { DATABASE_URL: await newDatabase(true) };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'backup-'));
    settings =
      database === 'PGlite'
        ? { DATA_DIR: join(folder, 'data') }
        : { DATABASE_URL: `${await newDatabase()}?statement_timeout=30000` };
    if (database === 'PGlite') cpSync(inject('embedded'), settings.DATA_DIR!, { recursive: true });
    const service = await startTestService(database, { ...settings, AUTH_SECRET });
    const [first, second] = await Promise.all([service.join(), service.join()]);
    anna = first.person;
    const [talker, other] = [await enterChat(first.visitor), await enterChat(second.visitor)];
    ({ me } = talker);
    room = await acquaint(talker, other);
    // A mail with a link waits in the queue.
    service.sink.mood = 'busy';
    await service.visitor().post(forms.registration.action, { ...newPerson() });
    const cookies = [first, second].flatMap(({ visitor }) => [...visitor.cookies.values()]);
    tokens = cookies.map((value) => value.split('.')[0]!).filter((value) => value.length > 20);

    const talk = async (text: string): Promise<number> => {
      await forgetAttempts(service);
      return (await talker.say(room, text)).seq;
    };
    for (const word of ['one', 'two', 'three']) acknowledged.push(await talk(`Word ${word}`));
    backup = join(folder, 'backup');
    const state = { isMade: false };
    const making = run('backup', settings, backup).finally(() => (state.isMade = true));
    for (let count = 0; !state.isMade; count += 1) await talk(`Word ${count}`);
    made = await making;
    for (const { socket } of [talker, other]) socket.close();
    await service.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a backup made during a conversation has every message acknowledged before it, and its users can sign in', async () => {
    expect(made).toEqual({ code: 0, output: expect.stringContaining(`${backup}: `) as string });
    const other = await elsewhere();
    expect((await run('restore', other, backup)).output).toBe(`${backup} is restored. Start the service.\n`);
    // With another AUTH_SECRET: no backup contains it.
    const restored = await startTestService(database, { ...other, AUTH_SECRET: AUTH_SECRET.toUpperCase() });
    onTestFinished(restored.close);
    const visitor = restored.visitor();
    expect((await visitor.post(forms.login.action, { ...anna })).status).toBe(200);
    const back = await enterChat(visitor);
    onTestFinished(() => void back.socket.close());
    expect(back.me).toEqual(me);
    const rows = await restored
      .brand('amber')
      .db.selectFrom('message')
      .select('seq')
      .where('room', '=', room)
      .execute();
    const stored = rows.map(({ seq }) => seq);
    expect(acknowledged.filter((seq) => !stored.includes(seq))).toEqual([]);
    expect((await back.say(room, 'Back again')).seq).toBeGreaterThan(Math.max(...stored));
  });

  test('a restored database has the same rows, with their ids, counters and limits', async () => {
    const file = join(folder, 'at rest');
    expect((await run('backup', settings, file)).code).toBe(0);
    const other = await elsewhere();
    expect((await run('restore', other, file)).code).toBe(0);
    const rows = await rowsOf(other);
    expect(rows).toEqual(await rowsOf(settings));
    for (const table of ['attempts', 'message', 'outbox', 'session'])
      expect(
        rows.some((row) => row.startsWith(`brand_amber.${table} `)),
        table,
      ).toBe(true);
  });

  test('a backup holds no token and no secret, and only its owner can read the file', async () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const content = gunzipSync(readFileSync(backup)).toString('latin1');
    expect(content).toContain('Word two');
    expect(tokens.length).toBeGreaterThanOrEqual(2);
    for (const token of [...tokens, AUTH_SECRET, 'token=', anna.password])
      expect(content.includes(token), token).toBe(false);
  });

  test('restore refuses a damaged backup, a database with data or a running service, and changes no row', async () => {
    const rows = await rowsOf(settings);
    const bytes = readFileSync(backup);
    const damaged = join(folder, 'damaged');
    const half = Math.floor(bytes.length / 2);
    // A changed character in the definitions at the start, and in the rows at the end.
    const changed = [0.05, 0.5, 0.98].map((part) => {
      const unpacked = gunzipSync(bytes);
      unpacked[Math.floor(unpacked.length * part)]! ^= 1;
      return Buffer.concat([gzipSync(unpacked).subarray(0, -8), bytes.subarray(-8)]);
    });
    const zeros = Buffer.from(bytes).fill(0, half, half + 100);
    const other = gzipSync('no backup');
    for (const content of [bytes.subarray(0, half), ...changed, zeros, other, Buffer.from('no'), Buffer.alloc(0)]) {
      writeFileSync(damaged, content);
      const { code, output } = await run('restore', settings, damaged, '--replace');
      expect([code, output]).toEqual([1, expect.stringMatching(/is no complete backup.*Nothing was changed/s)]);
    }
    const { code, output } = await run('restore', settings, backup);
    expect([code, output]).toEqual([1, expect.stringContaining('--replace')]);
    expect(await rowsOf(settings)).toEqual(rows);

    const used = await elsewhere();
    expect((await run('restore', used, backup)).code).toBe(0);
    const running = await startTestService(database, used);
    onTestFinished(running.close);
    const refused = await run('restore', used, backup, '--replace');
    expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/is in use by another|Stop every node/)]);
    expect((await running.visitor().post(forms.login.action, { ...anna })).status).toBe(200);
  });

  test('restore --replace replaces the data of the database', async () => {
    const other = await elsewhere();
    for (const more of [[], ['--replace']]) expect((await run('restore', other, backup, ...more)).code).toBe(0);
    const once = await rowsOf(other);
    expect((await run('restore', settings, backup, '--replace')).code).toBe(0);
    expect(await rowsOf(settings)).toEqual(once);
  });
});

test('a restore that is killed before the new database is in place leaves the former database', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'killed-restore-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  cpSync(inject('embedded'), DATA_DIR, { recursive: true });
  const rows = await rowsOf({ DATA_DIR });
  renameSync(join(DATA_DIR, 'database'), join(DATA_DIR, 'database.old'));
  expect(await rowsOf({ DATA_DIR })).toEqual(rows);
  expect(existsSync(join(DATA_DIR, 'database.old'))).toBe(false);
});

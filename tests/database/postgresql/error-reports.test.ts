import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test, vi } from 'vitest';

import { readEnv } from '../../../src/service/config/env.ts';
import { CONNECTIONS } from '../../../src/service/database/database-handle.ts';
import { openDatabase } from '../../../src/service/database/open-database.ts';
import { createErrorReporter } from '../../../src/service/report-errors.ts';
import { testWith } from '../../support/programs.ts';
import { newDatabase } from '../../support/service/test-service.ts';

const testPostgres = testWith('postgres');
const SECRET = 'anna@mail.example';

/** Code that inserts an address twice; the error stays uncaught or becomes the cause of another error. */
const failing = {
  PGlite: `const { PGlite } = await import('@electric-sql/pglite');
    const run = (query) => database.query(query, query.includes('$1') ? ['${SECRET}'] : []);
    const database = await PGlite.create(process.env.EMBEDDED);`,
  PostgreSQL: `const { Client } = (await import('pg')).default;
    const run = (query) => database.query(query, query.includes('$1') ? ['${SECRET}'] : []);
    const database = new Client(process.env.DATABASE_URL);
    await database.connect();`,
};

/** Output of a script that imports `report-user-errors.ts`, as every script does. */
async function outputOf(kind: keyof typeof failing, end: string): Promise<string> {
  const code = `await import('./scripts/lib/terminal/report-user-errors.ts'); ${failing[kind]}
    await run('create table account (email text unique)');
    await run('insert into account values ($1)');
    const insert = () => run('insert into account values ($1)');
    ${end}`;
  const folder = mkdtempSync(join(tmpdir(), 'errors-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (kind === 'PGlite') cpSync(inject('embedded'), folder, { recursive: true });
  const databases = {
    DATABASE_URL: kind === 'PostgreSQL' ? await newDatabase(true) : '',
    EMBEDDED: `${folder}/database`,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, ...databases },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  return stdout + stderr;
}

for (const kind of ['PGlite', 'PostgreSQL'] as const)
  (kind === 'PGlite' ? test : testPostgres)(
    `a script that ends with an error of ${kind} prints no values`,
    async () => {
      const ends = [
        'await insert();',
        'void insert(); setInterval(() => undefined, 1000);',
        `await insert().catch((cause) => { throw new Error('The account could not be stored.', { cause }); });`,
        'throw new AggregateError([await insert().catch((error) => error)]);',
      ];
      // The embedded database takes seconds to start: it gets a single case.
      for (const end of kind === 'PGlite' ? ends.slice(2, 3) : ends) {
        const output = await outputOf(kind, end);
        expect(output).toContain('23505');
        expect(output).toContain('account_email_key');
        expect(output).not.toContain(SECRET);
        expect(output.includes('The account could not be stored.')).toBe(end.includes('cause'));
      }
    },
  );

testPostgres('an exhausted pool is logged once with its name, and then with a count', async () => {
  const settings = { DATABASE_URL: await newDatabase(true), AUTH_SECRET: 'for tests '.repeat(4) };
  const { db, close } = await openDatabase(readEnv(settings), () => undefined);
  onTestFinished(close);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  onTestFinished(() => end());
  const held = Array.from(
    { length: CONNECTIONS.other },
    () =>
      new Promise<void>((isHeld) => {
        void db.connection().execute(() => {
          isHeld();
          return isOver;
        });
      }),
  );
  await Promise.all(held);
  const refused = await Promise.allSettled(Array.from({ length: 50 }, () => sql`select 1`.execute(db)));

  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: { code: string; repeated?: number }[] = [];
  const reported: unknown[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const report = createErrorReporter(log, (error) => reported.push(error));
  for (const { reason } of refused as PromiseRejectedResult[]) report(reason);
  expect(lines).toMatchObject([{ code: 'POOL_EXHAUSTED' }]);
  expect(reported).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(lines).toMatchObject([{ code: 'POOL_EXHAUSTED' }, { code: 'POOL_EXHAUSTED', repeated: 49 }]);
  report(refused[0]!.status === 'rejected' && refused[0]!.reason);
  expect(lines).toHaveLength(3);
});

import { fsyncSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { Database } from './database-handle.ts';
import { openEmbedded } from './open-embedded.ts';

vi.mock('node:fs', { spy: true });

const folder = mkdtempSync(join(tmpdir(), 'synced-'));
let database: Database;

beforeAll(async () => {
  database = await openEmbedded(folder);
});

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a commit of the embedded database is on the disk before it is acknowledged', async () => {
  await sql`create table note (words text)`.execute(database.db);
  for (const words of ['one', 'two']) {
    vi.mocked(fsyncSync).mockClear();
    await sql`insert into note values (${words})`.execute(database.db);
    expect(fsyncSync).toHaveBeenCalled();
  }
  vi.mocked(fsyncSync).mockClear();
  await sql`select words from note`.execute(database.db);
  expect(fsyncSync).not.toHaveBeenCalled();
  await sql`checkpoint`.execute(database.db);
  expect(fsyncSync).toHaveBeenCalled();
});

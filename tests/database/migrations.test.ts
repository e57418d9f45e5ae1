import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';

import { openBrands } from '../../src/service/brands/open-brands.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { openDatabase } from '../../src/service/database/open-database.ts';
import { editions } from '../../src/site/editions/configured-editions.ts';
import { testWith } from '../support/programs.ts';
import { databases, newDatabase } from '../support/service/test-service.ts';

const AUTH_SECRET = 'only for tests, and long enough for them';

for (const kind of databases) {
  const testHere = kind === 'PGlite' ? test : testWith('postgres');
  testHere(`a release opens tables on ${kind} that a newer release has migrated`, async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'migrations-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
    cpSync(inject('embedded'), DATA_DIR, { recursive: true });
    const settings = { DATA_DIR, AUTH_SECRET, ...(kind === 'PostgreSQL' && { DATABASE_URL: await newDatabase() }) };
    const database = await openDatabase(readEnv(settings), () => undefined);
    onTestFinished(database.close);
    const brands = await openBrands(editions, database, AUTH_SECRET);
    for (const { schema } of brands.values())
      await sql`insert into ${sql.id(schema, 'kysely_migration')} values ('999-later', '2999-01-01T00:00:00.000Z')`.execute(
        database.db,
      );
    expect([...(await openBrands(editions, database, AUTH_SECRET)).keys()]).toEqual([...brands.keys()]);
  });
}

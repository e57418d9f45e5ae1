import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, inject, onTestFinished, test } from 'vitest';

import { openBrands } from '../../src/service/brands/open-brands.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { migrationsIn } from '../../src/service/database/migrations.ts';
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

  testHere(`bans and cases of deleted accounts are kept on ${kind} with all decisions of their people`, async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'migrations-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
    const settings = { DATA_DIR, AUTH_SECRET, ...(kind === 'PostgreSQL' && { DATABASE_URL: await newDatabase(true) }) };
    const { db, close } = await openDatabase(readEnv(settings), () => undefined);
    onTestFinished(close);
    await sql`create schema old`.execute(db);
    const provider = { getMigrations: () => Promise.resolve(migrationsIn('old')) };
    const migrator = new Migrator({ db, provider, migrationTableSchema: 'old' });
    expect((await migrator.migrateTo('022-deleted-accounts')).error).toBeUndefined();
    for (const statement of before) await sql.raw(statement).execute(db);
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    for (const table of ['ban', 'bannedAddress']) {
      const { rows } = await sql<{ facts: string[] }>`
        select array(select facts from old.decision where id = any(decisions) order by facts) as facts
        from ${sql.id('old', table)} order by facts`.execute(db);
      expect(rows.map(({ facts }) => facts)).toEqual(expectedDecisions[table as 'ban']);
    }
    const { rows } = await sql`select person, "nextAccounts" from old."moderationCase" order by person`.execute(db);
    expect(rows).toEqual([
      { person: 'anna', nextAccounts: [] },
      { person: 'deleted', nextAccounts: ['next'] },
    ]);
  });
}

/** Anna and a person who has deleted the account have two bans each; the next account of that person has one of its own, too. */
const before = [
  `insert into old."user" ("id", "name", "nicknameKey", "email", "emailVerified", "host", "lang", "adultConfirmedAt", "rulesAcceptedAt", "createdAt", "updatedAt")
    select id, id, id, id || '@mail.example', true, 'velvet.example', 'en', now(), now(), now(), now() from unnest(array['anna', 'next']) as id`,
  `insert into old."decision" ("person", "facts", "until", "act", "initiative", "automated", "removed")
    select split_part(facts, ' ', 1), facts, now() + split_part(facts, ' ', 2)::interval, 'ban', 'own', false, '[]'
    from unnest(array['anna 24h', 'anna 48h', 'deleted 24h', 'deleted 48h', 'next 1h']) as facts`,
  `insert into old."ban" ("userId", "until", "reason", "decision")
    select banned.id, "until", 'decision', "decision"."id"
    from unnest(array['anna', 'next'], array['anna 48h', 'deleted 48h']) as banned(id, why) inner join old."decision" on "facts" = why`,
  `insert into old."bannedAddress" ("key", "until", "reason", "decision")
    select 'key', "until", 'decision', "id" from old."decision" where "facts" = 'deleted 48h'`,
  `insert into old."moderationCase" ("person", "nextAccount") values ('deleted', 'next'), ('anna', null)`,
];

const expectedDecisions = {
  ban: [
    ['anna 24h', 'anna 48h'],
    ['deleted 24h', 'deleted 48h', 'next 1h'],
  ],
  bannedAddress: [['deleted 24h', 'deleted 48h']],
};

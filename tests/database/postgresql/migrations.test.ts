import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, inject, onTestFinished, test } from 'vitest';

import { openBrands } from '../../../src/service/brands/open-brands.ts';
import { readEnv } from '../../../src/service/config/env.ts';
import { lacksMigrations, migrationsIn } from '../../../src/service/database/migrations/migrations.ts';
import { openDatabase } from '../../../src/service/database/open-database.ts';
import { editions } from '../../support/configured-site.ts';
import { testWith } from '../../support/programs.ts';
import { databases, newDatabase } from '../../support/service/test-service.ts';

const AUTH_SECRET = 'only for tests, and long enough for them';

/** Opens a new database with the tables of this release. */
async function openMigrated(kind: (typeof databases)[number]) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  cpSync(inject('embedded'), DATA_DIR, { recursive: true });
  const settings = { DATA_DIR, AUTH_SECRET, ...(kind === 'PostgreSQL' && { DATABASE_URL: await newDatabase() }) };
  const database = await openDatabase(readEnv(settings), () => undefined);
  onTestFinished(database.close);
  return database;
}

for (const kind of databases) {
  const testHere = kind === 'PGlite' ? test : testWith('postgres');
  testHere(`a release opens tables on ${kind} that a newer release has migrated`, async () => {
    const database = await openMigrated(kind);
    const brands = await openBrands(editions, database, AUTH_SECRET);
    for (const { schema } of brands.values())
      await sql`insert into ${sql.id(schema, 'kysely_migration')} values ('999-later', '2999-01-01T00:00:00.000Z')`.execute(
        database.db,
      );
    expect([...(await openBrands(editions, database, AUTH_SECRET)).keys()]).toEqual([...brands.keys()]);
  });

  testHere(`a release replaces older functions on ${kind}, and none of a newer release`, async () => {
    const database = await openMigrated(kind);
    const [brand] = (await openBrands(editions, database, AUTH_SECRET)).values();
    const { db, schema } = brand!;
    const definitionOf = async (name: string) =>
      (await sql<{ text: string }>`select pg_get_functiondef(${`${schema}.${name}`}::regproc) as text`.execute(db))
        .rows[0]!.text;
    const current = await definitionOf('is_slow');
    for (const name of ['is_slow', 'mode_of']) {
      const other = (await definitionOf(name)).replace('select ', 'select /* another release */ ');
      await sql.raw(other).execute(database.db);
    }
    await db.updateTable('sqlFunction').set({ revision: 0 }).where('name', '=', 'isSlow').execute();
    await db.updateTable('sqlFunction').set({ revision: 999 }).where('name', '=', 'modeOf').execute();
    expect(await lacksMigrations(database.db, [schema])).toBe(true);
    await openBrands(editions, database, AUTH_SECRET);
    expect(await lacksMigrations(database.db, [schema])).toBe(false);
    expect(await definitionOf('is_slow')).toBe(current);
    expect(await definitionOf('mode_of')).toContain('another release');
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

  testHere(
    `what two people are to each other is kept on ${kind} from before its table, and from nodes that do not know it`,
    async () => {
      const DATA_DIR = mkdtempSync(join(tmpdir(), 'migrations-'));
      onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
      const settings = {
        DATA_DIR,
        AUTH_SECRET,
        ...(kind === 'PostgreSQL' && { DATABASE_URL: await newDatabase(true) }),
      };
      const { db, close } = await openDatabase(readEnv(settings), () => undefined);
      onTestFinished(close);
      const run = (statement: string) => sql.raw<object>(statement).execute(db);
      await run('create schema old');
      const provider = { getMigrations: () => Promise.resolve(migrationsIn('old')) };
      const migrator = new Migrator({ db, provider, migrationTableSchema: 'old' });
      expect((await migrator.migrateTo('023-mailboxes')).error).toBeUndefined();
      for (const statement of conversations) await run(statement);
      expect((await migrator.migrateToLatest()).error).toBeUndefined();
      const acts = async () =>
        (await run(`select "person" || ' ' || "kind" || ' ' || "other" as act from old."relationship" order by act`))
          .rows;
      const kept = [
        'anna asked boris',
        'anna wrote clara',
        'boris declined anna',
        'boris left clara',
        'clara wrote anna',
      ];
      const expectActs = async (...more: string[]) =>
        expect(await acts()).toEqual([...kept, ...more].toSorted().map((act) => ({ act })));
      await expectActs('clara asked dora');
      await run(`update old."room" set "requestedAt" = now() where "id" = 'vanished'`);
      // As the release before does it: Clara has asked Dora, Dora accepts and leaves; history is purged, and rooms are created again.
      await run(`update old."room" set "acceptedAt" = now() where "id" = 'asked'`);
      await run(`delete from old."member" where "room" = 'asked' and "userId" = 'dora'`);
      await run(`delete from old."room"`);
      await expectActs('clara wrote dora', 'dora stopped clara');
      const { rows } = await run(
        `insert into old."room" ("id", "kind", "one", "two") values
        ('1', 'private', 'anna', 'boris'), ('2', 'private', 'anna', 'clara'), ('3', 'private', 'boris', 'clara'), ('4', 'private', 'boris', 'dora')
        returning "requestedBy", "declinedAt" is not null as declined, "acceptedAt" is not null as accepted, "endedBy"`,
      );
      const unknown = { requestedBy: null, declined: false, accepted: false, endedBy: null };
      expect(rows).toEqual([
        { ...unknown, requestedBy: 'anna', declined: true },
        { ...unknown, accepted: true },
        { ...unknown, endedBy: 'boris' },
        unknown,
      ]);
      await expectActs('clara wrote dora', 'dora stopped clara');
      await run(`delete from old."user"`);
      expect(await acts()).toEqual([]);
    },
  );
}

/**
 * Boris has declined a request of Anna and left Clara as a partner; Anna and Clara have written, and Clara has asked Dora. Anna has asked
 * a person who deleted the account while she opened the conversation.
 */
const conversations = [
  `insert into old."user" ("id", "name", "nicknameKey", "email", "emailVerified", "host", "lang", "adultConfirmedAt", "rulesAcceptedAt", "createdAt", "updatedAt")
    select id, id, id, id || '@mail.example', true, 'amber.example', 'en', now(), now(), now(), now() from unnest(array['anna', 'boris', 'clara', 'dora']) as id`,
  `insert into old."room" ("id", "kind", "one", "two", "requestedBy", "requestedAt", "declinedAt", "acceptedAt", "endedAt", "endedBy") values
    ('declined', 'private', 'anna', 'boris', 'anna', now(), now(), null, null, null),
    ('friends', 'private', 'anna', 'clara', 'anna', now(), null, now(), null, null),
    ('left', 'private', 'boris', 'clara', null, null, null, null, now(), 'boris'),
    ('asked', 'private', 'clara', 'dora', 'clara', now(), null, null, null, null),
    ('vanished', 'private', 'anna', 'nobody', 'anna', now(), null, null, null, null)`,
  `insert into old."member" ("room", "userId", "hasWritten")
    select "id", "person", "id" = 'friends' from old."room", unnest(array["one", "two"]) as "person" where "person" <> 'nobody'`,
];

/** Anna and a person who has deleted the account have two bans each; the next account of that person has one of its own, too. */
const before = [
  `insert into old."user" ("id", "name", "nicknameKey", "email", "emailVerified", "host", "lang", "adultConfirmedAt", "rulesAcceptedAt", "createdAt", "updatedAt")
    select id, id, id, id || '@mail.example', true, 'amber.example', 'en', now(), now(), now(), now() from unnest(array['anna', 'next']) as id`,
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

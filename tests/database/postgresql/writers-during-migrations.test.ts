import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';

import { readEnv } from '../../../src/service/config/env.ts';
import { migrationsIn } from '../../../src/service/database/migrations/migrations.ts';
import { openDatabase } from '../../../src/service/database/open-database.ts';
import { testWith } from '../../support/programs.ts';
import { AUTH_SECRET, newDatabase } from '../../support/service/test-service.ts';

const testPostgres = testWith('postgres');

/** Transactions of releases before, by their first statement and the rest. */
type Writers = Record<string, [first: string, ...rest: string[]]>;

/** Of those before 024. */
const writers: Writers = {
  'partner search': [
    'lock table "seeker" in exclusive mode',
    `insert into "room" ("id", "kind", "one", "two") values ('partners', 'partner', 'anna', 'boris')`,
    `delete from "seeker"`,
  ],
  block: ['lock table "seeker" in row exclusive mode', 'select from "room" for update'],
  'deletion of an account': [
    `delete from "seeker" where "userId" = 'anna'`,
    'select from "room" for update',
    `delete from "user" where "id" = 'anna'`,
  ],
  message: [
    'select from "room" for no key update',
    `select from "user" for key share`,
    `insert into "message" ("room", "seq", "position", "sender", "clientId") values ('1', 1, 1, 'anna', gen_random_uuid())`,
    `insert into "member" ("room", "userId") values ('1', 'anna')`,
    `insert into "reaction" ("room", "seq", "userId", "reaction") values ('1', 1, 'anna', '👍')`,
  ],
};

/** Of those before 031. */
const laterWriters: Writers = {
  registration: [
    `update "user" set "updatedAt" = now() where "id" = 'anna'`,
    `update "moderationCase" set "nextAccounts" = '{}' where "addressKey" = 'key'`,
  ],
  'deletion with a case': [
    `update "moderationCase" set "addressKey" = 'key' where "person" = 'anna'`,
    `delete from "seeker" where "userId" = 'anna'`,
    'select from "room" for update',
    `delete from "user" where "id" = 'anna'`,
  ],
};

testPostgres.for([
  ...Object.entries(writers).map(([name, statements]) => ['023-mailboxes', name, statements] as const),
  ...Object.entries(laterWriters).map(([name, statements]) => ['030-brakes', name, statements] as const),
])(
  'from %s on, a migration waits for a %s of the release before that began before it',
  async ([before, _name, [first, ...rest]]) => {
    const DATABASE_URL = await newDatabase(true);
    const { unlimitedDb, close } = await openDatabase(readEnv({ AUTH_SECRET, DATABASE_URL }), () => undefined);
    onTestFinished(close);
    await sql`create schema old`.execute(unlimitedDb);
    const provider = { getMigrations: () => Promise.resolve(migrationsIn('old')) };
    const migrator = new Migrator({ db: unlimitedDb, provider, migrationTableSchema: 'old' });
    expect((await migrator.migrateTo(before)).error).toBeUndefined();
    const [writer, observer] = await Promise.all([connect(DATABASE_URL), connect(DATABASE_URL)]);
    for (const statement of [`set search_path to old`, ...rooms, 'begin', first]) await writer.query(statement);
    const migrated = migrator.migrateToLatest();
    const waiting = async () =>
      (
        await observer.query(
          `select from pg_stat_activity where datname = current_database()
            and (wait_event_type = 'Lock' or query like '%nowait%' and wait_event = 'PgSleep')`,
        )
      ).rowCount;
    await expect.poll(waiting).toBe(1);
    for (const statement of [...rest, 'commit']) await writer.query(statement);
    expect((await migrated).error).toBeUndefined();
  },
);

async function connect(url: string): Promise<Client> {
  const client = new Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const rooms = [
  `insert into "user" ("id", "name", "nicknameKey", "email", "emailVerified", "host", "lang", "adultConfirmedAt", "rulesAcceptedAt", "createdAt", "updatedAt")
    select id, id, id, id || '@mail.example', true, 'amber.example', 'en', now(), now(), now(), now() from unnest(array['anna', 'boris']) as id`,
  `insert into "room" ("id", "kind", "one", "two") values ('1', 'private', 'anna', 'boris')`,
];

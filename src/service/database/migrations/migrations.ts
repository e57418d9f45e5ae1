import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';

import { UserError } from '../../../shared/user-error.ts';
import { functions, replaceFunctions } from '../functions/functions.ts';
import { runStatements } from '../run-statements.ts';
import type { Db } from '../tables/tables.ts';
import { accounts } from './version-1/001-accounts.ts';
import { chat } from './version-1/002-chat.ts';
import { calls } from './version-1/003-calls.ts';
import { shortLocks } from './version-1/004-short-locks.ts';
import { limitsBans } from './version-1/005-limits-bans.ts';
import { accountChanges } from './version-1/006-account-changes.ts';
import { hashedSessions } from './version-1/007-hashed-sessions.ts';
import { privatePresence } from './version-1/008-private-presence.ts';
import { banCopies } from './version-1/009-ban-copies.ts';
import { deliveryMarks } from './version-1/010-delivery-marks.ts';
import { partnerWishes } from './version-1/011-partner-wishes.ts';
import { formerNicknames } from './version-1/012-former-nicknames.ts';
import { deliveredByReceipt } from './version-1/013-delivered-by-receipt.ts';
import { retiredNicknames } from './version-2/014-retired-nicknames.ts';
import { changeNotices } from './version-2/015-change-notices.ts';
import { moderation } from './version-2/016-moderation.ts';
import { moderationAccess } from './version-2/017-moderation-access.ts';
import { cases } from './version-2/018-cases.ts';
import { acts } from './version-2/019-acts.ts';
import { strangers } from './version-2/020-strangers.ts';
import { heldMessages } from './version-2/021-held-messages.ts';
import { deletedAccounts } from './version-2/022-deleted-accounts.ts';
import { mailboxes } from './version-2/023-mailboxes.ts';
import { relationships } from './version-2/024-relationships.ts';
import { changeMessages } from './version-2/025-change-messages.ts';
import { findPartner } from './version-2/026-find-partner.ts';
import { slowEdits } from './version-2/027-slow-edits.ts';
import { sqlFunctions } from './version-2/028-sql-functions.ts';
import { mailboxNames } from './version-2/029-mailbox-names.ts';
import { brakes } from './version-2/030-brakes.ts';
import { holds } from './version-2/031-holds.ts';

/**
 * Migrates the tables of a brand, and replaces its functions. Of several nodes that start at once, one migrates and the others wait.
 * Migrations and functions of a newer release stay: each migration keeps the tables usable for the previous release.
 * @param schema PostgreSQL schema of the brand
 */
export async function migrate(db: Db, schema: string): Promise<void> {
  // The migrator throws on names of a newer release.
  if (!(await lacksMigrations(db, [schema]))) return;
  // One transaction: no other node sees new tables with old functions.
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`migrations of ${schema}`}))`.execute(transaction);
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: () => Promise.resolve(migrationsIn(schema)) },
      migrationTableSchema: schema,
    });
    const { error } = await migrator.migrateToLatest();
    if (error)
      throw new UserError(
        `The tables in ${schema} could not be migrated, and are as before: ${error instanceof Error ? error.message : JSON.stringify(error)}. Keep the nodes of the release before running, and look it up in docs/errors.md.`,
        { cause: error },
      );
    await replaceFunctions(transaction, schema);
  });
}

/**
 * Whether tables or functions of a brand are older than this release, such as after restoring an older backup.
 * @throws if the database does not respond
 */
export async function lacksMigrations(db: Db, schemas: string[]): Promise<boolean> {
  const applied = schemas.flatMap((schema) => [
    sql`select ${sql.lit(schema)} as schema, name, 0 as revision from ${sql.id(schema, DEFAULT_MIGRATION_TABLE)}`,
    sql`select ${sql.lit(schema)} as schema, name, revision from ${sql.id(schema, 'sqlFunction')}`,
  ]);
  try {
    const { rows } = await sql<{ schema: string; name: string; revision: number }>`
      ${sql.join(applied, sql` union all `)}`.execute(db);
    const bySchema = Map.groupBy(rows, ({ schema }) => schema);
    return schemas.some((schema) => {
      const revisions = new Map(bySchema.get(schema)?.map(({ name, revision }) => [name, revision]));
      return (
        Object.keys(migrationsIn(schema)).some((name) => !revisions.has(name)) ||
        Object.entries(functions).some(([name, [revision]]) => (revisions.get(name) ?? 0) < revision)
      );
    });
  } catch (error) {
    if (NO_TABLE.includes((error as NodeJS.ErrnoException).code ?? '')) return true;
    throw error;
  }
}

/** `invalid_schema_name` and `undefined_table`. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const NO_TABLE = ['3F000', '42P01'];

/** Migrations by name, in order. A published migration never changes. */
export function migrationsIn(schema: string): Record<string, Migration> {
  const run = (statements: string[]): Migration => ({
    up: (database: Kysely<unknown>) => runStatements(database, schema, statements),
  });
  return {
    '001-accounts': accounts(schema),
    '002-chat': run(chat),
    '003-calls': run(calls),
    '004-short-locks': run(shortLocks),
    '005-limits-bans': run(limitsBans),
    '006-account-changes': run(accountChanges),
    '007-hashed-sessions': hashedSessions(schema),
    '008-private-presence': run(privatePresence),
    '009-ban-copies': run(banCopies),
    '010-delivery-marks': run(deliveryMarks),
    '011-partner-wishes': run(partnerWishes),
    '012-former-nicknames': run(formerNicknames),
    '013-delivered-by-receipt': deliveredByReceipt(schema),
    '014-retired-nicknames': retiredNicknames(schema),
    '015-change-notices': run(changeNotices),
    '016-moderation': run(moderation),
    '017-moderation-access': run(moderationAccess),
    '018-cases': run(cases),
    '019-acts': acts(schema),
    '020-strangers': run(strangers),
    '021-held-messages': run(heldMessages),
    '022-deleted-accounts': run(deletedAccounts),
    '023-mailboxes': run(mailboxes),
    '024-relationships': run(relationships),
    '025-change-messages': run(changeMessages),
    '026-find-partner': run(findPartner),
    '027-slow-edits': run(slowEdits),
    '028-sql-functions': run(sqlFunctions),
    '029-mailbox-names': run(mailboxNames),
    '030-brakes': run(brakes),
    '031-holds': run(holds),
  };
}

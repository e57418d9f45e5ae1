import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';

import type { Tables } from '../tables/tables.ts';
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

/**
 * Migrates the tables of a brand. Of several nodes that start at once, one migrates and the others wait. Migrations of a newer
 * release stay: each migration keeps the tables usable for the previous release.
 * @param schema PostgreSQL schema of the brand
 */
export async function migrate(db: Kysely<Tables>, schema: string): Promise<void> {
  // The migrator throws on names of a newer release.
  if (!(await lacksMigrations(db, [schema]))) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsIn(schema)) },
    migrationTableSchema: schema,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error(`The tables in ${schema} could not be migrated.`, { cause: error });
}

/**
 * Whether tables of a brand are older than this release, such as after restoring an older backup.
 * @throws if the database does not respond
 */
export async function lacksMigrations(db: Kysely<Tables>, schemas: string[]): Promise<boolean> {
  const applied = schemas.map(
    (schema) => sql`select ${sql.lit(schema)} as schema, name from ${sql.id(schema, DEFAULT_MIGRATION_TABLE)}`,
  );
  try {
    const { rows } = await sql<{ schema: string; name: string }>`${sql.join(applied, sql` union all `)}`.execute(db);
    const names = Map.groupBy(rows, ({ schema }) => schema);
    return schemas.some((schema) =>
      Object.keys(migrationsIn(schema)).some((name) => !names.get(schema)?.some((row) => row.name === name)),
    );
  } catch (error) {
    if (NO_TABLE.includes((error as NodeJS.ErrnoException).code ?? '')) return true;
    throw error;
  }
}

/** `invalid_schema_name` and `undefined_table`. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const NO_TABLE = ['3F000', '42P01'];

/** Migrations by name, in order. A published migration never changes. */
export const migrationsIn = (schema: string): Record<string, Migration> => ({
  '001-accounts': accounts(schema),
  '002-chat': chat(schema),
  '003-calls': calls(schema),
  '004-short-locks': shortLocks(schema),
  '005-limits-bans': limitsBans(schema),
  '006-account-changes': accountChanges(schema),
  '007-hashed-sessions': hashedSessions(schema),
  '008-private-presence': privatePresence(schema),
  '009-ban-copies': banCopies(schema),
  '010-delivery-marks': deliveryMarks(schema),
  '011-partner-wishes': partnerWishes(schema),
  '012-former-nicknames': formerNicknames(schema),
  '013-delivered-by-receipt': deliveredByReceipt(schema),
  '014-retired-nicknames': retiredNicknames(schema),
  '015-change-notices': changeNotices(schema),
  '016-moderation': moderation(schema),
  '017-moderation-access': moderationAccess(schema),
  '018-cases': cases(schema),
  '019-acts': acts(schema),
  '020-strangers': strangers(schema),
  '021-held-messages': heldMessages(schema),
  '022-deleted-accounts': deletedAccounts(schema),
  '023-mailboxes': mailboxes(schema),
  '024-relationships': relationships(schema),
  '025-change-messages': changeMessages(schema),
  '026-find-partner': findPartner(schema),
  '027-slow-edits': slowEdits(schema),
});

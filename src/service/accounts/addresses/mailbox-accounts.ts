import { sql, type SqlBool } from 'kysely';

import type { Db } from '../../database/tables/tables.ts';
import { mailboxOf } from '../../mail/mailbox.ts';

/** Ids of the accounts of a mailbox. They stay the same while {@link lockMailbox} is held. */
export async function accountsOfMailbox(db: Db, email: string): Promise<string[]> {
  const mailbox = mailboxOf(email);
  const letters = mailbox.slice(0, mailbox.lastIndexOf('@')).replaceAll(/[._-]/g, '');
  const alike = await db
    .selectFrom('user')
    .select(['id', 'email'])
    // The expression of the index "user_mailbox": names of a mailbox differ in these characters at most.
    .where(sql<SqlBool>`translate(split_part(split_part("email", '@', 1), '+', 1), '.-_', '') = ${letters}`)
    .execute();
  return alike.filter((user) => mailboxOf(user.email) === mailbox).map(({ id }) => id);
}

/**
 * Locks a mailbox until the transaction ends: transactions that create, move or delete an account of it take turns. Call it before rows are
 * locked.
 */
export const lockMailbox = (transaction: Db, email: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${mailboxOf(email)}, 0))`.execute(transaction);

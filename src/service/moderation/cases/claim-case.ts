import { type Selectable, sql } from 'kysely';

import { CLAIM_MINUTES } from '../../../contract/moderation/protocol.ts';
import type { ModerationCaseTable } from '../../database/tables/moderation-tables.ts';
import type { Db, Transaction } from '../../database/tables/tables.ts';
import { isAboutOther } from '../access/is-about-other.ts';
import { ModerationRefusal } from '../moderation-request.ts';

/**
 * Locks an undecided case for a moderator.
 * @throws ModerationRefusal `gone` without such a case, `decided` after its decision, `claimed` while another moderator works on it
 */
export async function lockCase(transaction: Transaction, id: string, moderator: string): Promise<Case> {
  const found = await lockAnyCase(transaction, id);
  if (found.decidedAt) throw new ModerationRefusal('decided');
  if (found.isClaimed && found.claimedBy !== moderator) throw new ModerationRefusal('claimed');
  return found;
}

/** Locks a case, decided or not. @throws ModerationRefusal `gone` without it */
async function lockAnyCase(transaction: Transaction, id: string): Promise<Case & { isClaimed: boolean }> {
  const found = await transaction
    .selectFrom('moderationCase')
    .selectAll()
    // The clock of the database, and after the wait for the lock.
    .select(sql<boolean>`coalesce("claimedUntil" > clock_timestamp(), false)`.as('isClaimed'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ModerationRefusal('gone');
  return found;
}

/**
 * Claims an undecided case for a moderator, or prolongs the claim.
 * @throws ModerationRefusal as `lockCase`, and `gone` for a case about the moderator
 */
export async function claimCase(transaction: Transaction, id: string, moderator: string): Promise<Case> {
  const found = await lockCase(transaction, id, moderator);
  if (isAbout(found, moderator)) throw new ModerationRefusal('gone');
  await transaction
    .updateTable('moderationCase')
    .set({
      claimedBy: moderator,
      claimedUntil: sql<Date>`clock_timestamp() + make_interval(mins => ${CLAIM_MINUTES})`,
    })
    .where('id', '=', id)
    .execute();
  return found;
}

/**
 * Claims an undecided case for a moderator, or finds a decided case, which has no claims.
 * @throws ModerationRefusal `gone` without such a case, and for a case about the moderator; `claimed` while another moderator works on it
 */
export async function claimOrFindCase(transaction: Transaction, id: string, moderator: string): Promise<Case> {
  const found = await lockAnyCase(transaction, id);
  if (!found.decidedAt) return claimCase(transaction, id, moderator);
  // Bans concern accounts that the mailbox has registered since the decision, too.
  const about = transaction
    .selectFrom('decision')
    .select('id')
    .where('case', '=', id)
    .where((row) => row.not(isAboutOther(row, moderator)));
  if (isAbout(found, moderator) || (await about.executeTakeFirst())) throw new ModerationRefusal('gone');
  return found;
}

/** Whether a case is about an account, or about an account that its mailbox had before. */
export const isAbout = ({ person, nextAccounts }: Case, account: string): boolean =>
  person === account || nextAccounts.includes(account);

/** Ends the claim of a moderator, if any. */
export async function releaseCase(db: Db, id: string, moderator: string): Promise<void> {
  await db
    .updateTable('moderationCase')
    .set({ claimedBy: null, claimedUntil: sql<Date>`null` })
    .where('id', '=', id)
    .where('claimedBy', '=', moderator)
    .execute();
}

export type Case = Selectable<ModerationCaseTable>;

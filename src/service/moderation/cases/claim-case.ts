import { type Selectable, sql } from 'kysely';

import { CLAIM_MINUTES } from '../../../contract/moderation/protocol.ts';
import type { ModerationCaseTable } from '../../database/tables/moderation-tables.ts';
import type { Db, Transaction } from '../../database/tables/tables.ts';
import { refuseConflict } from '../access/conflicts.ts';
import { isAboutOther } from '../access/is-about-other.ts';
import { ModerationRefusal, type ModerationRequest } from '../moderation-request.ts';

/**
 * Locks an undecided case for a moderator.
 * @throws ModerationRefusal `gone` without such a case; `decided` after its decision; `claimed` while another moderator works on it;
 * `ownDecision` for a case about the moderator, or in which they have a part
 */
export async function lockCase(transaction: Transaction, id: string, request: ModerationRequest): Promise<Case> {
  const found = await lockAnyCase(transaction, id);
  if (isAbout(found, request.moderator.id)) throw new ModerationRefusal('ownDecision');
  await checkWork(transaction, found, request, false);
  return found;
}

/** @throws ModerationRefusal as `lockCase` */
async function checkWork(
  transaction: Transaction,
  found: LockedCase,
  request: ModerationRequest,
  takesOver: boolean,
): Promise<void> {
  const { moderator } = request;
  if (takesOver && moderator.role !== 'lead') throw new ModerationRefusal('lead');
  if (found.decidedAt) throw new ModerationRefusal('decided');
  if (found.isClaimed && found.claimedBy !== moderator.id && !takesOver) throw new ModerationRefusal('claimed');
  await refuseConflict(transaction, request, { case: found.id, person: found.person });
}

type LockedCase = Case & { isClaimed: boolean };

/** Locks a case, decided or not. @throws ModerationRefusal `gone` without it */
async function lockAnyCase(transaction: Transaction, id: string): Promise<LockedCase> {
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
 * @throws ModerationRefusal as `lockCase`, but `gone` for a case about the moderator
 */
export const claimCase = async (transaction: Transaction, id: string, request: ModerationRequest): Promise<Case> =>
  claim(transaction, await lockAnyCase(transaction, id), request, false);

async function claim(
  transaction: Transaction,
  found: LockedCase,
  request: ModerationRequest,
  takesOver: boolean,
): Promise<Case> {
  const moderator = request.moderator.id;
  if (isAbout(found, moderator)) throw new ModerationRefusal('gone');
  await checkWork(transaction, found, request, takesOver);
  await transaction
    .updateTable('moderationCase')
    .set({
      claimedBy: moderator,
      claimedUntil: sql<Date>`clock_timestamp() + make_interval(mins => ${CLAIM_MINUTES})`,
    })
    .where('id', '=', found.id)
    .execute();
  return found;
}

/**
 * Claims an undecided case for a moderator, or finds a decided case, which has no claims.
 * @param takesOver has a lead take the claim of another moderator
 * @throws ModerationRefusal as `claimCase`; `lead` where another would take it over
 */
export async function claimOrFindCase(
  transaction: Transaction,
  id: string,
  request: ModerationRequest,
  takesOver = false,
): Promise<Case> {
  const found = await lockAnyCase(transaction, id);
  if (!found.decidedAt) return claim(transaction, found, request, takesOver);
  const moderator = request.moderator.id;
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
const isAbout = ({ person, nextAccounts }: Case, account: string): boolean =>
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

import { type RawBuilder, sql, type SqlBool } from 'kysely';

import { FOR_GOOD, type ModerationBody } from '../../../contract/moderation/protocol.ts';
import { isPublicRoom } from '../../chat/core/public-rooms.ts';
import { lockRoomsOf, removeMessages } from '../../chat/messages/remove-messages.ts';
import { type NewDecision, storeDecision } from '../../chat/moderation/store-decision.ts';
import { summarizeReports } from '../../chat/moderation/summarize-reports.ts';
import { transact } from '../../database/after-commit.ts';
import { anyOf } from '../../database/any-of.ts';
import { now, secondsFromNow } from '../../database/database-now.ts';
import type { Transaction } from '../../database/tables/tables.ts';
import { checkBrake, lockBansOf } from '../access/brake.ts';
import { type Case, lockCase } from '../cases/claim-case.ts';
import { ModerationRefusal, type ModerationRequest } from '../moderation-request.ts';
import { ruleInForce } from '../rule-in-force.ts';
import { enqueueOutcomeMails } from './outcome-mails.ts';
import { type CaseEvidence, evidenceOf, namedMessages } from './read-evidence.ts';

type Body = ModerationBody<'decide'>;

const HOUR_SECONDS = 3600;

/**
 * Decides a case: stores the decision with its effects, closes the reports that the moderator has seen, and tells the person and the
 * senders of form reports. A ban has cut all sockets and calls of the person when it resolves.
 * @throws ModerationRefusal `body` without facts, rule, duration or messages that the act needs; `claimed` or `decided` for the second
 * of two moderators; `gone` without the case or the account, which neither a dismissal nor the ban of an account that was deleted since
 * the report needs; `brake` after too many bans within an hour; `ownDecision` for a moderator's own case, or in which they have a part
 */
export async function decide(body: Body, request: ModerationRequest): Promise<{ decision: string }> {
  const { context, moderator, signedIn } = request;
  const rule = checkedRule(body, request);
  return transact(context.brand.db, async (transaction) => {
    if (body.act === 'ban') await lockBansOf(transaction, moderator.id);
    const found = await lockCase(transaction, body.case, request);
    const all = await evidenceOf(transaction, body.case);
    const evidence = all.filter(({ report }) => body.reports?.includes(report) ?? true);
    const initiative = evidence.length ? 'report' : 'own';
    if (body.act === 'ban') await checkBrake(transaction, moderator.id, initiative);
    const by = { moderator: moderator.id, session: signedIn.session.id };
    const shared = { case: found.id, facts: body.facts, initiative, ...by } as const;
    const decision =
      body.act === 'dismiss'
        ? await storeDecision(transaction, context, { ...shared, person: null, act: 'dismiss' })
        : await decideAboutPerson(transaction, body, request, found, evidence, { ...shared, rule });
    await close(
      transaction,
      found,
      body.act === 'dismiss' ? null : decision,
      evidence.length < all.length ? evidence : undefined,
    );
    await enqueueOutcomeMails(transaction, context, found.id, body.act !== 'dismiss');
    return { decision };
  });
}

/** The account of the person. If it was deleted, the other accounts of the same mailbox: a ban concerns them. */
const accountsOf = ({ person, addressKey, nextAccounts }: Case): string[] =>
  addressKey === null ? [person].filter((id) => id !== null) : nextAccounts;

/** The rule in force. Only a dismissal needs neither rule nor facts. */
function checkedRule({ act, rule, facts }: Body, { context }: ModerationRequest): NewDecision['rule'] {
  if (act === 'dismiss') return undefined;
  if (rule === undefined || !facts) throw new ModerationRefusal('body');
  return ruleInForce(context, rule);
}

/** Stores a decision about the person of a case. Rows are locked in the order of all transactions: seekers, rooms, user. */
async function decideAboutPerson(
  transaction: Transaction,
  body: Body,
  { context }: ModerationRequest,
  found: Case,
  evidence: CaseEvidence[],
  shared: Omit<NewDecision, 'act' | 'person'>,
): Promise<string> {
  const { act: kind, messages = [] } = body;
  const { person, addressKey } = found;
  const until = endOf(body);
  if (person === null) throw new ModerationRefusal('gone');
  if (kind === 'remove' && !messages.length) throw new ModerationRefusal('body');
  const named = namedMessages(evidence, person, messages);
  const ids = anyOf(accountsOf(found));
  if (kind === 'ban') await transaction.deleteFrom('seeker').where('userId', '=', ids).execute();
  await lockRoomsOf(transaction, named);
  // For update: a message that is being stored holds the row, and a later message finds the ban.
  const accounts = await transaction
    .selectFrom('user')
    .select('id')
    .where('id', '=', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const isPossible = addressKey === null ? accounts.length : kind === 'ban';
  if (!isPossible) throw new ModerationRefusal('gone');
  const removed = named.length ? await removeMessages(transaction, context.brand, person, named) : [];
  if (kind === 'remove' && !removed.length) throw new ModerationRefusal('gone');
  const room = removed.map((message) => message.room).find((id) => isPublicRoom(context.brand, id));
  const deleted = addressKey === null ? undefined : { addressKey, nextAccounts: accounts.map(({ id }) => id) };
  return storeDecision(transaction, context, { ...shared, person, act: kind, until, room, removed, deleted });
}

/** End of a mute, limit or ban. */
function endOf({ act: kind, hours }: Body): Date | RawBuilder<Date> | undefined {
  if (kind !== 'mute' && kind !== 'limit' && kind !== 'ban') return undefined;
  if (hours === undefined) throw new ModerationRefusal('body');
  return hours === null ? new Date(FOR_GOOD) : secondsFromNow(hours * HOUR_SECONDS);
}

/** Closes a case with its reports. @param seen the only reports to close: all others move into a new case, with escalation and legal hold */
async function close(
  transaction: Transaction,
  { id, person, addressKey, nextAccounts, escalation, escalatedAt, heldAt, heldBy, holdNote, heldUntil }: Case,
  decision: string | null,
  seen: CaseEvidence[] | undefined,
): Promise<void> {
  await transaction
    .updateTable('moderationCase')
    .set(({ selectFrom }) => ({
      decidedAt: now,
      // A hold goes on for all accounts of the mailbox. Otherwise the case stays hidden from the moderators that it concerns alone.
      ...(!heldAt && {
        addressKey: null,
        nextAccounts: sql<
          string[]
        >`array(${selectFrom('moderator').select('userId').where('userId', '=', anyOf(nextAccounts))})`,
      }),
    }))
    .where('id', '=', id)
    .execute();
  if (seen) {
    const waiting = await transaction
      .insertInto('moderationCase')
      .values({
        person,
        addressKey,
        nextAccounts,
        escalation,
        heldBy,
        holdNote,
        ...(escalatedAt && { escalatedAt }),
        ...(heldAt && { heldAt }),
        ...(heldUntil && { heldUntil }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable('report')
      .set({ case: waiting.id })
      .where('case', '=', id)
      .where(sql<SqlBool>`"id" <> all(${seen.map(({ report }) => report)}::uuid[])`)
      .execute();
    await summarizeReports(transaction, waiting.id);
    await summarizeReports(transaction, id);
  }
  if (decision) await transaction.updateTable('report').set({ decision }).where('case', '=', id).execute();
}

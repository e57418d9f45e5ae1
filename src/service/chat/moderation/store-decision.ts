import { randomUUID } from 'node:crypto';

import type { Insertable, RawBuilder } from 'kysely';

import type { Act } from '../../../contract/moderation/protocol.ts';
import { required } from '../../../shared/required.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import { afterCommit } from '../../database/after-commit.ts';
import { anyOf } from '../../database/any-of.ts';
import type { BanTable } from '../../database/tables/chat-tables.ts';
import type { Decision } from '../../database/tables/moderation-tables.ts';
import type { Db, Transaction } from '../../database/tables/tables.ts';
import { cutOff } from '../core/cut-off.ts';
import { longerBan } from '../core/longer-ban.ts';
import type { RemovedMessage } from '../messages/remove-messages.ts';
import { type DecisionContext, enqueueDecisionMail } from './decision-mails.ts';

/** A decision to store. */
export interface NewDecision {
  case?: string | undefined;
  /** Null for a dismissal. */
  person: string | null;
  act: Act;
  /** End of a mute, limit or ban, by the clock of the database. */
  until?: Date | RawBuilder<Date> | undefined;
  /** The public room of removed messages. */
  room?: string | undefined;
  removed?: RemovedMessage[];
  facts: string;
  initiative: 'report' | 'own';
  rule?: { id: string; version: number } | undefined;
  /** Absent for an automated decision. */
  moderator?: string;
  /** Of the moderator. */
  session?: string;
  /** Of a person who has deleted the account: a ban concerns these instead. */
  deleted?: { addressKey: string; nextAccounts: string[] } | undefined;
}

/**
 * Stores a decision with its mute, limit or ban, and its mail to the person. After the commit, the person's pages read the account again; a ban
 * has cut their sockets and calls. The row of a person to ban must be locked for update.
 * @param isMailed whether the person is mailed
 */
export async function storeDecision(
  transaction: Transaction,
  context: DecisionContext,
  { removed = [], rule, until, deleted, ...decision }: NewDecision,
  isMailed = true,
): Promise<string> {
  const stored = await transaction
    .insertInto('decision')
    .values({
      ...decision,
      case: decision.case ?? null,
      room: decision.room ?? null,
      moderator: decision.moderator ?? null,
      automated: decision.moderator === undefined,
      removed: JSON.stringify(removed),
      rule: rule?.id ?? null,
      ruleVersion: rule?.version ?? null,
      ...(until && { until }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (stored.person === null) return stored.id;
  const { id, person, act } = stored;
  if (act === 'mute' || act === 'limit')
    await transaction
      .insertInto('restriction')
      .values({ decision: id, userId: person, kind: act, until: endOf(stored) })
      .execute();
  if (act === 'ban') {
    await lockBans(transaction, deleted ? deleted.nextAccounts : [person]);
    await (deleted
      ? banAddress(transaction, stored, deleted)
      : ban(transaction, { userId: person, ...termsOf(stored) }));
  }
  const accounts = deleted ? deleted.nextAccounts : [person];
  afterCommit(transaction, () => tellAccounts(context.brand, accounts, act));
  if (isMailed)
    await enqueueDecisionMail(transaction, context, 'decision', { ...stored, person: accounts.at(-1) ?? null });
  return stored.id;
}

/** Ends the sockets of banned accounts, and has the pages of the others read them again. */
async function tellAccounts(brand: ServiceBrand, accounts: string[], act: Act): Promise<void> {
  if (act === 'ban') await Promise.all(accounts.map((account) => cutOff(brand, account)));
  for (const account of accounts) {
    if (act === 'mute' || act === 'limit') brand.events.emit('restricted', account);
    brand.events.emit('decided', account);
  }
}

const endOf = ({ until, act }: Decision): Date => required(until, `end of a ${act}`);

const termsOf = (decision: Decision) => ({
  until: endOf(decision),
  reason: decision.automated ? 'flood' : 'decision',
  decision: decision.id,
  decisions: [decision.id],
});

/** Locks the bans of accounts with all copies, in the order in which undoing locks them: a trigger changes copies after their ban. */
const lockBans = (transaction: Db, accounts: string[]) =>
  transaction
    .selectFrom('ban')
    .select('userId')
    .where(({ eb, selectFrom }) =>
      eb('origin', 'in', selectFrom('ban').select('origin').where('userId', '=', anyOf(accounts))),
    )
    .orderBy('userId')
    .forUpdate()
    .execute();

/** Bans the address of a deleted account, and the accounts that its mailbox has now. */
async function banAddress(
  transaction: Db,
  decision: Decision,
  { addressKey: key, nextAccounts }: NonNullable<NewDecision['deleted']>,
): Promise<void> {
  const copy = { ...termsOf(decision), origin: randomUUID() };
  // Accounts first, as where a ban is undone or copied.
  for (const userId of nextAccounts) await ban(transaction, { ...copy, userId });
  await transaction
    .insertInto('bannedAddress')
    .values({ key, ...copy })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(longerBan('bannedAddress')))
    .execute();
}

/** Of several bans, the longest counts. @param row without an origin: copies of a ban that it outlasts change with it */
const ban = (transaction: Db, row: Insertable<BanTable>) =>
  transaction
    .insertInto('ban')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(({ ref }) => ({ ...longerBan('ban'), ...(!row.origin && { origin: ref('ban.origin') }) })),
    )
    .execute();
